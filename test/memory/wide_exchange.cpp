// A counter and its tag, which change together.
// heddle: clean 48
// heddle: -DAPART assertion
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>
struct alignas(16) Tagged {
  std::uint64_t count, tag;
};
std::atomic<Tagged> value;
void add() {
  Tagged old = value.load(std::memory_order_relaxed);
#ifdef APART
  value.store({old.count + 1, old.tag + 3}, std::memory_order_relaxed);
#else
  while (!value.compare_exchange_strong(old, {old.count + 1, old.tag + 3}, std::memory_order_relaxed)) {
  }
#endif
}
extern "C" void test() {
  std::thread first(add), second(add);
  add();
  first.join();
  second.join();
  const Tagged all = value.exchange({}, std::memory_order_relaxed);
  assert(all.count == 3 && all.tag == 9);
}
int main() { test(); }
