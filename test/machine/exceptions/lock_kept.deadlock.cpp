// SPDX-License-Identifier: Apache-2.0
// A lock that is not held by a guard stays locked when an exception passes.
#include <mutex>
#include <thread>
std::mutex mutex;
int count;
void add() {
  mutex.lock();
  if (++count == 1) throw count;
  mutex.unlock();
}
void work() {
  try {
    add();
  } catch (int) {
  }
}
int main() {
  std::thread other(work);
  work();
  other.join();
}
