// A set without a lock.
#include <set>
#include <thread>
std::set<int> set;
int main() {
  std::thread t([] { set.insert(1); });
  bool there = set.count(2) != 0;
  t.join();
  return there;
}
