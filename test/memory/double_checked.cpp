// Double-checked initialisation around a hand-made lock.
// heddle: weakest
// heddle: clean
// heddle: -DLOOK=relaxed data-race
// heddle: -DPUBLISH=relaxed data-race
#include <atomic>
#include <cassert>
#include <thread>
#ifndef LOOK
#define LOOK acquire
#endif
#ifndef PUBLISH
#define PUBLISH release
#endif
#define ORDER(o) JOIN(std::memory_order_, o)
#define JOIN(a, b) JOIN2(a, b)
#define JOIN2(a, b) a##b
struct Thing {
  int value;
} thing;
std::atomic<Thing*> instance;
std::atomic_flag lock;
Thing* get() {
  Thing* found = instance.load(ORDER(LOOK));
  if (found != nullptr) return found;
  while (lock.test_and_set(std::memory_order_acquire)) {
  }
  found = instance.load(std::memory_order_relaxed);
  if (found == nullptr) {
    thing.value = 7;
    found = &thing;
    instance.store(found, ORDER(PUBLISH));
  }
  lock.clear(std::memory_order_release);
  return found;
}
extern "C" void test() {
  std::thread a([] { assert(get()->value == 7); }), b([] { assert(get()->value == 7); });
  a.join();
  b.join();
}
int main() { test(); }
