// SPDX-License-Identifier: Apache-2.0
// get() waits for the task.
#include <future>

int x;

int main() {
  auto task = std::async(std::launch::async, [] { return ++x; });
  const int value = task.get();
  return ++x == value + 1 ? 0 : 9;
}
