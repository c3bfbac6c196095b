// Handlers and static destructors, last made first.
#include <cassert>
#include <cstdlib>
#include <thread>
int order;
struct Last { ~Last() { assert(order == 1); } } last;
int main() {
  std::atexit([] { assert(order == 0); order = 1; });
  std::thread t([] {});
  t.join();
}
