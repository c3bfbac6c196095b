// A list in an array that knows of no threads: its size, its elements and its count of changes race.
#include <thread>
#include <vector>

struct ArrayList {
  int elements[64] = {};
  int size = 0;
  int changes = 0;

  void add(int element) {
    ++changes;
    elements[size & 63] = element;
    ++size;
  }
  int last() const { return size > 0 ? elements[(size - 1) & 63] : 0; }
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
