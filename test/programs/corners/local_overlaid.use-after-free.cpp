// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
std::atomic<int*> where{nullptr};
std::atomic<int> done{0};
__attribute__((noinline)) void publish() {
  int local = 5;
  where.store(&local, std::memory_order_release);
}
__attribute__((noinline)) void wait_for(std::thread& reader) { volatile char room[256]; (void)room; if (reader.joinable()) reader.join(); }
int main() {
  std::thread reader([] { if (int* p = where.load(std::memory_order_acquire)) { int got = *p; done.store(got); } });
  publish();
  wait_for(reader);
}
