// Who leaves a barrier for good is not waited for again.
#include <cassert>
#include <barrier>
#include <thread>
int main() {
  std::barrier<> barrier(2);
  int value = 0;
  std::thread one([&] { value = 1; barrier.arrive_and_drop(); });
  barrier.arrive_and_wait();
  assert(value == 1);
  barrier.arrive_and_wait();
  one.join();
}
