// Made once, seen by all.
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>
std::once_flag once;
std::unique_ptr<int> made;
static int use() {
  std::call_once(once, [] { made = std::make_unique<int>(3); });
  return *made;
}
int main() {
  std::thread t([] { assert(use() == 3); });
  assert(use() == 3);
  t.join();
}
