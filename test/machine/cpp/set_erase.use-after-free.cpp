// An element is looked at after it was erased.
#include <atomic>
#include <mutex>
#include <set>
#include <thread>
static std::mutex guard;
static std::set<int> numbers = {1, 2};
int main() {
  const int *first = &*numbers.begin();
  std::thread eraser([] { std::lock_guard lock(guard); numbers.erase(1); });
  int seen = 0;
  { std::lock_guard lock(guard); seen = *first; }
  eraser.join();
  return seen - 1;
}
