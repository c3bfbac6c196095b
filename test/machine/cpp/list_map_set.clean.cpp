// Containers under a lock.
#include <cassert>
#include <list>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <unordered_map>
std::mutex lock;
std::map<int, int> map;
std::set<int> set;
std::list<int> list;
std::unordered_map<int, int> unordered;
static void add(int n) {
  std::lock_guard own(lock);
  map[n] = n;
  set.insert(n);
  list.push_back(n);
  unordered[n]++;
}
int main() {
  std::thread t(add, 1);
  add(2);
  t.join();
  assert(map.size() == 2 && set.size() == 2 && list.size() == 2 && unordered.size() == 2);
}
