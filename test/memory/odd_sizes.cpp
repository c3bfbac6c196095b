// Atomics of three, twelve and twenty-four bytes, for which there are no instructions.
// heddle: clean 3
// heddle: -DORDER=relaxed assertion
#include <atomic>
#include <cassert>
#include <thread>
#ifndef ORDER
#define ORDER release
#endif
#define ORDER2(o) std::memory_order_##o
#define ORDER1(o) ORDER2(o)
struct Three {
  char a, b, c;
};
struct Twelve {
  int a, b, c;
};
struct TwentyFour {
  long a, b, c;
};
std::atomic<Three> three;
std::atomic<Twelve> twelve;
std::atomic<TwentyFour> twenty_four;
extern "C" void test() {
  std::thread writer([] {
    three.store({1, 2, 3}, std::memory_order_relaxed);
    twelve.store({4, 5, 6}, std::memory_order_relaxed);
    twenty_four.store({7, 8, 9}, ORDER1(ORDER));
    Twelve expected{4, 5, 6};
    assert(twelve.compare_exchange_strong(expected, {1, 1, 1}, std::memory_order_relaxed));
    expected = {4, 5, 6};
    assert(!twelve.compare_exchange_strong(expected, {2, 2, 2}, std::memory_order_relaxed));
    assert(expected.a == 1 && expected.b == 1 && expected.c == 1);
  });
  const TwentyFour last = twenty_four.load(std::memory_order_acquire);
  if (last.a != 0) {
    assert(last.a == 7 && last.b == 8 && last.c == 9);
    const Three first = three.exchange({}, std::memory_order_relaxed);
    assert(first.a == 1 && first.b == 2 && first.c == 3);
    assert(twelve.load(std::memory_order_relaxed).a != 0);
  }
  writer.join();
}
int main() { test(); }
