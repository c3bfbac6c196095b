// SPDX-License-Identifier: Apache-2.0
// A packaged task run by another thread.
#include <future>
#include <thread>

int x;

int main() {
  std::packaged_task<int()> task([] { return ++x; });
  auto value = task.get_future();
  std::thread a(std::move(task));
  const bool good = value.get() == 1 && x == 1;
  a.join();
  return good ? 0 : 9;
}
