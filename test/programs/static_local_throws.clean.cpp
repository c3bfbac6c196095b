// SPDX-License-Identifier: Apache-2.0
// An initialiser that throws comes before the one that tries again.
#include <thread>

static int attempts, y[2];
struct Table {
  int value[100];
  Table() {
    if (++attempts == 1) throw 1;
    for (int& v : value) v = attempts;
  }
};
static int use() {
  static Table table;
  return table.value[50];
}
static int use_in_the_end() {
  for (;;) {
    try {
      return use();
    } catch (int) {
    }
  }
}

int main() {
  std::thread first([] { y[0] = use_in_the_end(); });
  std::thread second([] { y[1] = use_in_the_end(); });
  first.join();
  second.join();
  return y[0] == 2 && y[1] == 2 ? 0 : 9;
}
