// SPDX-License-Identifier: Apache-2.0
// A routine of call_once that throws has not run: the next one runs it again.
#include <cassert>
#include <mutex>
#include <thread>
std::once_flag flag;
int tries, done;
void work() {
  try {
    std::call_once(flag, [] {
      if (++tries == 1) throw 1;
      ++done;
    });
  } catch (int) {
  }
}
int main() {
  std::thread other(work);
  work();
  other.join();
  work();
  assert(tries == 2 && done == 1);
}
