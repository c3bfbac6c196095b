// A ticket lock: the ticket itself may be relaxed, the turn may not.
// heddle: weakest
// heddle: clean
// heddle: -DWAIT=relaxed data-race
// heddle: -DPASS=relaxed data-race
#include <atomic>
#include <cassert>
#include <thread>
#ifndef WAIT
#define WAIT acquire
#endif
#ifndef PASS
#define PASS release
#endif
#define ORDER(o) JOIN(std::memory_order_, o)
#define JOIN(a, b) JOIN2(a, b)
#define JOIN2(a, b) a##b
std::atomic<int> tickets, turn;
int counter;
void add() {
  const int mine = tickets.fetch_add(1, std::memory_order_relaxed);
  while (turn.load(ORDER(WAIT)) != mine) {
  }
  ++counter;
  turn.store(mine + 1, ORDER(PASS));
}
extern "C" void test() {
  std::thread a(add), b(add), c(add);
  a.join();
  b.join();
  c.join();
  assert(counter == 3);
}
int main() { test(); }
