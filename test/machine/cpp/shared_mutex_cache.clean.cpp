// A cache that is read by many and filled by one.
#include <cassert>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <thread>
static std::shared_mutex guard;
static std::map<int, int> cache;
static int squared(int x) {
  {
    std::shared_lock lock(guard);
    if (auto found = cache.find(x); found != cache.end()) return found->second;
  }
  std::unique_lock lock(guard);
  return cache.try_emplace(x, x * x).first->second;
}
int main() {
  std::thread other([] { assert(squared(3) == 9); });
  assert(squared(3) == 9);
  other.join();
  assert(cache.size() == 1);
}
