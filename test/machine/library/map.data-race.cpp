// One thread looks for a key while another inserts one.
#include <map>
#include <thread>
static std::map<int, int> numbers;
int main() {
  std::thread other([] { numbers[1] = 1; });
  const bool found = numbers.find(2) != numbers.end();
  other.join();
  return found;
}
