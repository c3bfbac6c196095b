// SPDX-License-Identifier: Apache-2.0
// push_back under a lock.
#include <mutex>
#include <thread>
#include <vector>

std::mutex m;
std::vector<int> v;

int main() {
  std::thread first([] {
    for (int i = 0; i < 100; i++) {
      std::lock_guard guard(m);
      v.push_back(i);
    }
  });
  std::thread second([] {
    for (int i = 0; i < 100; i++) {
      std::lock_guard guard(m);
      v.push_back(i);
    }
  });
  first.join();
  second.join();
}
