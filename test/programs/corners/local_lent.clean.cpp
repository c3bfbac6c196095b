// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
#include <cstring>
std::atomic<int*> where{nullptr};
__attribute__((noinline)) void deeper(std::thread& reader) { reader.join(); }
__attribute__((noinline)) void lend(int n) {
  int many[n];
  std::memset(many, 0, sizeof many);
  int local = 5;
  std::thread reader([] { while (where.load(std::memory_order_acquire) == nullptr) {} ++*where.load(); });
  many[0] = 3;
  where.store(many[0] == 4 ? many : &local, std::memory_order_release);
  deeper(reader);
}
int main() { lend(4); }
