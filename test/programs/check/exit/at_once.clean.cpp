// _exit runs nothing: the destructor would race with the thread.
#include <unistd.h>
#include <thread>
struct Counter {
  int value = 0;
  ~Counter() { ++value; }
} counter;
int main() {
  std::thread([] { counter.value = 2; }).detach();
  _exit(0);
}
