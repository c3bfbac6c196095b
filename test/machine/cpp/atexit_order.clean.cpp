// Handlers of exit run before statics that were there earlier are destroyed.
#include <cassert>
#include <cstdlib>
#include <thread>
static int order = 0;
struct Last { ~Last() { assert(order == 1); } } static last;
int main() {
  std::atexit([] { assert(order == 0); order = 1; });
  std::thread one([] {});
  one.join();
}
