// Two words that are one atomic, and what a store of them publishes.
// heddle: clean 2
// heddle: -DORDER=relaxed assertion
// heddle: weakest
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>
#ifndef ORDER
#define ORDER release
#endif
#define ORDER2(o) std::memory_order_##o
#define ORDER1(o) ORDER2(o)
struct alignas(16) Pair {
  std::uint64_t first, second;
};
std::atomic<Pair> pair;
std::atomic<int> data;
extern "C" void test() {
  std::thread writer([] {
    data.store(42, std::memory_order_relaxed);
    pair.store({1, 7}, ORDER1(ORDER));
  });
  const Pair seen = pair.load(std::memory_order_acquire);
  assert(seen.first * 7 == seen.second);
  if (seen.first == 1) assert(data.load(std::memory_order_relaxed) == 42);
  writer.join();
}
int main() { test(); }
