// Words are counted under a lock.
#include <cassert>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
static std::mutex guard;
static std::unordered_map<std::string, int> counts;
int main() {
  const auto count = [](const char *word) { std::lock_guard lock(guard); ++counts[word]; };
  std::thread one(count, "a"), two(count, "b");
  count("a");
  one.join();
  two.join();
  assert(counts.size() == 2 && counts["a"] == 2);
}
