// SPDX-License-Identifier: Apache-2.0
// The caller goes on while the task runs.
// expect-variable: x
#include <future>

int x;

int main() {
  auto task = std::async(std::launch::async, [] { return ++x; });
  x++;
  task.get();
}
