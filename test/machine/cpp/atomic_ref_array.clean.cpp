// Plain elements that threads touch through atomic_ref only.
#include <cassert>
#include <atomic>
#include <thread>
static int counters[2];
int main() {
  const auto add = [](int at) { std::atomic_ref<int>(counters[at]).fetch_add(1); };
  std::thread one(add, 0), two(add, 0);
  add(1);
  one.join();
  two.join();
  assert(counters[0] == 2 && counters[1] == 1);
}
