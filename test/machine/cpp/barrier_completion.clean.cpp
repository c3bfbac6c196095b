// What a barrier does when all have come is seen by all.
#include <cassert>
#include <barrier>
#include <thread>
static int round_number = 0;
static int sum[2];
int main() {
  std::barrier barrier(2, []() noexcept { ++round_number; });
  const auto work = [&](int me) {
    sum[me] = me + 1;
    barrier.arrive_and_wait();
    assert(round_number == 1 && sum[1 - me] == 2 - me);
  };
  std::thread one(work, 0), two(work, 1);
  one.join();
  two.join();
}
