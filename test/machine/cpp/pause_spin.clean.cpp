// A lock that spins, politely.
#include <atomic>
#include <cassert>
#include <immintrin.h>
#include <thread>
std::atomic<bool> held;
int count;
static void add() {
  while (held.exchange(true)) _mm_pause();
  count++;
  held = false;
}
int main() {
  std::thread t(add);
  add();
  t.join();
  assert(count == 2);
}
