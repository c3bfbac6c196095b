// SPDX-License-Identifier: Apache-2.0
// An atomic of twelve bytes stored with too weak an order publishes nothing.
// flags: -std=c++20 -latomic
// expect-variable: data
#include <atomic>
#include <thread>

struct Twelve { unsigned char byte[12]; };
std::atomic<Twelve> flag;
int data;

int main() {
  std::thread writer([] {
    data = 1;
    flag.store({{1}}, std::memory_order_relaxed);
  });
  while (flag.load(std::memory_order_acquire).byte[0] != 1) std::this_thread::yield();
  const int seen = data;
  writer.join();
  return seen == 1 ? 0 : 9;
}
