// Nodes of own lists go over into a shared one.
#include <cassert>
#include <list>
#include <mutex>
#include <thread>
static std::mutex guard;
static std::list<int> shared_list;
int main() {
  const auto work = [](int x) {
    std::list<int> own = {x, x + 1};
    std::lock_guard lock(guard);
    shared_list.splice(shared_list.end(), own);
  };
  std::thread one(work, 1), two(work, 5);
  one.join();
  two.join();
  assert(shared_list.size() == 4);
}
