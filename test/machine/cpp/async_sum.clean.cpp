// std::async with a thread of its own.
#include <cassert>
#include <future>
static int twice(int n) { return 2 * n; }
int main() {
  std::future<int> a = std::async(std::launch::async, twice, 4);
  assert(a.get() == 8);
}
