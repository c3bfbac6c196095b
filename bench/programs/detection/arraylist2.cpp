// The same list with a lock around each call.
#include <mutex>
#include <thread>
#include <vector>

struct ArrayList {
  std::mutex lock;
  int elements[64] = {};
  int size = 0;
  int changes = 0;

  void add(int element) {
    std::scoped_lock hold(lock);
    ++changes;
    elements[size & 63] = element;
    ++size;
  }
  int last() {
    std::scoped_lock hold(lock);
    return size > 0 ? elements[(size - 1) & 63] : 0;
  }
};

ArrayList list;

int main() {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([t] {
      for (int k = 0; k < 8; ++k) list.add(list.last() + t);
    });
  for (std::thread& thread : threads) thread.join();
}
