// A thread is given a reference to a local variable that is gone when it runs. (also: data-race)
#include <atomic>
#include <thread>
static std::thread start() {
  int local = 1;
  return std::thread([&] { local = 2; });
}
int main() {
  std::thread thread = start();
  thread.join();
}
