// A lock that its holder takes again.
#include <cassert>
#include <mutex>
#include <thread>
static std::recursive_mutex guard;
static int depth = 0;
static void down(int n) { std::lock_guard lock(guard); ++depth; if (n > 0) down(n - 1); --depth; }
int main() {
  std::thread one(down, 2);
  down(1);
  one.join();
  assert(depth == 0);
}
