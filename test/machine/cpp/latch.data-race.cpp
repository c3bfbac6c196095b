// Counted down too early.
#include <latch>
#include <thread>
int a;
int main() {
  std::latch done(1);
  std::thread t([&] { done.count_down(); a = 1; });
  done.wait();
  int seen = a;
  t.join();
  return seen > 1;
}
