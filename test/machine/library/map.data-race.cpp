// Two threads insert into one map. (also: null-dereference use-after-free)
#include <map>
#include <thread>
static std::map<int, int> numbers;
int main() {
  std::thread other([] { numbers[1] = 1; });
  numbers[2] = 2;
  other.join();
}
