// One too few count down.
#include <latch>
#include <thread>
int main() {
  std::latch done(2);
  std::thread t([&] { done.count_down(); });
  done.wait();
  t.join();
}
