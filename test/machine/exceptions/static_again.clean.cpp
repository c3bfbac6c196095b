// SPDX-License-Identifier: Apache-2.0
// A static variable whose constructor throws is made by the next one who comes.
#include <cassert>
#include <thread>
int tries;
struct Thing {
  Thing() {
    if (++tries == 1) throw 1;
  }
};
void work() {
  try {
    static Thing thing;
  } catch (int) {
  }
}
int main() {
  std::thread other(work);
  work();
  other.join();
  assert(tries == 2);
}
