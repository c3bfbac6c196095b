// One thread goes through a set, the other erases from it.
#include <set>
#include <thread>
std::set<int> numbers = {1, 2, 3, 4, 5, 6, 7};
int main() {
  std::thread thread([] { numbers.erase(7); });
  int sum = 0;
  for (const int each : numbers) sum += each;
  thread.join();
  return sum > 100;
}
