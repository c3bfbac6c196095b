// A hash table under a lock.
#include <cassert>
#include <mutex>
#include <thread>
#include <unordered_map>
static std::unordered_map<int, int> numbers;
static std::mutex guard;
static void put(int key) {
  std::lock_guard<std::mutex> hold(guard);
  numbers[key] = key;
}
int main() {
  std::thread other(put, 1);
  put(2);
  other.join();
  assert(numbers.size() == 2 && numbers.at(1) == 1 && numbers.count(3) == 0);
}
