// Two threads push to one list: its links are the library's.
#include <list>
#include <thread>
static std::list<int> numbers;
int main() {
  std::thread other([] { numbers.push_back(1); });
  numbers.push_back(2);
  other.join();
}
