// What is written before a release is there after the acquire.
#include <cassert>
#include <semaphore>
#include <thread>
int given;
int main() {
  std::counting_semaphore<> there(0);
  std::thread t([&] { given = 4; there.release(); });
  there.acquire();
  assert(given == 4);
  t.join();
}
