// A static local is made once, whoever comes first, and what its constructor wrote is seen by all.
#include <atomic>
#include <cassert>
#include <thread>
static std::atomic<int> made{0};
struct Table {
  Table() {
    ++made;
    for (int& cell : cells) cell = 7;
  }
  int cells[3];
};
static Table& table() {
  static Table one;
  return one;
}
int main() {
  std::thread other([] { assert(table().cells[2] == 7); });
  assert(table().cells[0] == 7);
  other.join();
  assert(made == 1);
}
