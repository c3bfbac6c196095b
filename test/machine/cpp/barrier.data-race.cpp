// The phase is over before the write.
#include <barrier>
#include <thread>
int a;
int main() {
  std::barrier<> phase(2);
  std::thread t([&] { phase.arrive_and_wait(); a = 1; });
  phase.arrive_and_wait();
  int seen = a;
  t.join();
  return seen > 1;
}
