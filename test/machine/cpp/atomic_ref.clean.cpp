// An ordinary variable, accessed atomically by both.
#include <atomic>
#include <cassert>
#include <thread>
int count;
int main() {
  auto add = [] { std::atomic_ref<int>(count).fetch_add(1); };
  std::thread t(add);
  add();
  t.join();
  assert(count == 2);
}
