// A test-and-set lock: take with acquire, give with release.
// heddle: weakest
// heddle: clean
// heddle: -DTAKE=relaxed data-race
// heddle: -DGIVE=relaxed data-race
#include <atomic>
#include <cassert>
#include <thread>
#ifndef TAKE
#define TAKE acquire
#endif
#ifndef GIVE
#define GIVE release
#endif
#define ORDER(o) JOIN(std::memory_order_, o)
#define JOIN(a, b) JOIN2(a, b)
#define JOIN2(a, b) a##b
std::atomic_flag flag;
int counter;
void add() {
  while (flag.test_and_set(ORDER(TAKE))) {
  }
  ++counter;
  flag.clear(ORDER(GIVE));
}
extern "C" void test() {
  std::thread a(add), b(add);
  a.join();
  b.join();
  assert(counter == 2);
}
int main() { test(); }
