// SPDX-License-Identifier: Apache-2.0
// A local variable ends when an exception leaves its function. also: data-race
#include <atomic>
#include <thread>
std::atomic<std::atomic<int>*> shared{nullptr};
void leaf() {
  std::atomic<int> local{1};
  shared = &local;
  throw 1;
}
int main() {
  std::thread other([] {
    if (std::atomic<int>* local = shared) *local = 2;
  });
  try {
    leaf();
  } catch (int) {
  }
  other.join();
}
