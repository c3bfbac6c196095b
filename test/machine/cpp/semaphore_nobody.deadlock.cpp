// Nobody releases.
#include <semaphore>
int main() {
  std::counting_semaphore<> there(0);
  there.acquire();
}
