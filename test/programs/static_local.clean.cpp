// SPDX-License-Identifier: Apache-2.0
// A static inside a function is initialised once, and everyone sees it.
#include <thread>

struct Table {
  int value[100];
  Table() {
    for (int& v : value) v = 3;
  }
};
int use() {
  static Table table;
  return table.value[50];
}
int y[2];

int main() {
  std::thread first([] { y[0] = use(); });
  std::thread second([] { y[1] = use(); });
  first.join();
  second.join();
}
