// A map under a lock: in order after every schedule, and again when half of it is gone.
#include <cassert>
#include <map>
#include <mutex>
#include <thread>
static std::map<int, int> numbers;
static std::mutex guard;
static void put(int from) {
  for (int i = from; i < 6; i += 2) {
    std::lock_guard<std::mutex> hold(guard);
    numbers[i] = i * i;
  }
}
int main() {
  std::thread other(put, 0);
  put(1);
  other.join();
  int expected = 0;
  for (const auto& [key, value] : numbers) assert(key == expected && value == key * key && ++expected);
  assert(expected == 6);
  for (int i = 0; i < 6; i += 2) numbers.erase(i);
  assert(numbers.size() == 3 && numbers.begin()->first == 1 && numbers.rbegin()->first == 5);
}
