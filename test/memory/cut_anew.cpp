// Memory that is used again, cut into other atomics; with and without a construction between. What is not ordered, C++
// has no rule for.
// heddle: clean 8
// heddle: -DCONSTRUCT clean 8
// heddle: -DUNORDERED inconclusive
#include <atomic>
#include <cassert>
#include <new>
#include <thread>
alignas(16) char memory[16];
struct Halves {
  std::atomic<int> low, high;
};
extern "C" void test() {
  auto* halves = new (memory) Halves{};
  auto* whole = reinterpret_cast<std::atomic<long>*>(memory);
  std::thread first([=] {
    halves->low.store(1, std::memory_order_relaxed);
    halves->high.store(1, std::memory_order_relaxed);
  });
  std::thread second([=] {
#ifdef UNORDERED
    whole->load(std::memory_order_relaxed);
#endif
    halves->high.load(std::memory_order_relaxed);
    halves->low.load(std::memory_order_relaxed);
  });
  first.join();
  second.join();
  long before = 0x100000001;
#ifdef CONSTRUCT
  before = 5;
  new (memory) std::atomic<long>(before);
#endif
  std::thread third([=] { whole->fetch_add(1, std::memory_order_relaxed); });
  std::thread fourth([=] { whole->fetch_add(1, std::memory_order_relaxed); });
  third.join();
  fourth.join();
  assert(whole->load(std::memory_order_relaxed) == before + 2);
  halves->high.store(9, std::memory_order_relaxed);
  assert(halves->low.load(std::memory_order_relaxed) == static_cast<int>(before + 2));
}
int main() { test(); }
