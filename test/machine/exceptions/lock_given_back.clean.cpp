// SPDX-License-Identifier: Apache-2.0
// A guard gives its lock back on the way out.
#include <cassert>
#include <mutex>
#include <thread>
std::mutex mutex;
int count;
void add() {
  const std::lock_guard guard(mutex);
  if (++count == 1) throw count;
}
void work() {
  try {
    add();
  } catch (int first) {
    assert(first == 1);
  }
}
int main() {
  std::thread other(work);
  work();
  other.join();
  assert(count == 2);
}
