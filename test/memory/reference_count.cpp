// Dropping a reference releases; the last one acquires before it destroys.
// heddle: weakest
// heddle: clean
// heddle: -DDROP=relaxed data-race
// heddle: -DLAST=relaxed data-race
#include <atomic>
#include <cassert>
#include <thread>
#ifndef DROP
#define DROP release
#endif
#ifndef LAST
#define LAST acquire
#endif
#define ORDER(o) JOIN(std::memory_order_, o)
#define JOIN(a, b) JOIN2(a, b)
#define JOIN2(a, b) a##b
std::atomic<int> references{2};
int payload[2], destroyed;
void use(int self) {
  payload[self] = 1;
  if (references.fetch_sub(1, ORDER(DROP)) == 1) {
    std::atomic_thread_fence(ORDER(LAST));
    destroyed = payload[0] + payload[1];
  }
}
extern "C" void test() {
  std::thread a(use, 0), b(use, 1);
  a.join();
  b.join();
  assert(destroyed == 2);
}
int main() { test(); }
