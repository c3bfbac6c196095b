// Two threads give back what was allocated before main.
#include <thread>
int* block = new int(1);
int main() {
  std::thread thread([] { delete block; });
  thread.join();
  delete block;
}
