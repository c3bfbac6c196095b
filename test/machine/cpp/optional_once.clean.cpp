// A value that is made once.
#include <cassert>
#include <mutex>
#include <optional>
#include <thread>
static std::once_flag once;
static std::optional<int> value;
static int use() {
  std::call_once(once, [] { value.emplace(3); });
  return value.value();
}
int main() {
  std::thread one([] { assert(use() == 3); });
  assert(use() == 3);
  one.join();
}
