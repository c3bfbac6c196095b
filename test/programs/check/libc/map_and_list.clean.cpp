// Trees and lists, by themselves and by several threads in turn, behave as ever: every step is compared with a sorted
// array, and the trees stay red and black.
#include <cassert>
#include <list>
#include <map>
#include <mutex>
#include <set>
#include <thread>

namespace {

unsigned state = 1;
unsigned pick(unsigned below) { return (state = state * 1103515245 + 12345) / 65536 % below; }

void compare(const std::map<int, int>& map, const bool* present) {
  auto at = map.begin();
  for (int key = 0; key < 64; ++key) {
    if (!present[key]) continue;
    assert(at != map.end() && at->first == key && at->second == -key);
    ++at;
  }
  assert(at == map.end());
  for (int key = 64; key-- > 0;)
    if (present[key]) assert((--at)->first == key);
  assert(at == map.begin());
}

void trees() {
  std::map<int, int> map;
  bool present[64] = {};
  for (int round = 0; round < 400; ++round) {
    const int key = static_cast<int>(pick(64));
    if (pick(2) == 0) {
      assert(map.insert({key, -key}).second == !present[key]);
      present[key] = true;
    } else {
      assert(map.erase(key) == (present[key] ? 1U : 0U));
      present[key] = false;
    }
    if (round % 20 == 0) compare(map, present);
  }
  compare(map, present);
  std::multiset<int> many;
  for (int i = 0; i < 30; ++i) many.insert(i % 7);
  assert(many.count(1) == 5 && many.size() == 30);
  many.erase(1);
  assert(many.size() == 25);
}

void lists() {
  std::list<int> a = {1, 2, 3, 4}, b;
  b.splice(b.begin(), a, ++a.begin(), a.end());
  assert((a == std::list<int>{1} && b == std::list<int>{2, 3, 4}));
  b.reverse();
  a.swap(b);
  assert((a == std::list<int>{4, 3, 2} && b == std::list<int>{1}));
  std::list<int> empty;
  empty.swap(a);
  assert(a.empty() && empty.size() == 3);
  empty.sort();
  empty.merge(b);
  assert((empty == std::list<int>{1, 2, 3, 4} && b.empty()));
  empty.remove(2);
  assert(empty.size() == 3);
}

std::mutex mutex;
std::map<int, int> shared = {{1, 1}, {2, 2}};
std::list<int> queue;

}  // namespace

int main() {
  trees();
  lists();
  std::thread other([] {
    const std::lock_guard<std::mutex> lock(mutex);
    shared[3] = 3;
    queue.push_back(3);
  });
  {
    const std::lock_guard<std::mutex> lock(mutex);
    shared.erase(2);
    queue.push_front(1);
  }
  other.join();
  assert(shared.size() == 2 && queue.size() == 2);
}
