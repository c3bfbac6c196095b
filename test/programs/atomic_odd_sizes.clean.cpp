// SPDX-License-Identifier: Apache-2.0
// Atomics without an instruction of their own go through libatomic; they order threads like any other.
// flags: -std=c++20 -latomic
#include <atomic>
#include <thread>

struct Twelve { unsigned char byte[12]; };
struct Three { unsigned char byte[3]; };
struct alignas(16) Sixteen { unsigned long low, high; };
std::atomic<Twelve> twelve;
std::atomic<Three> three;
std::atomic<Sixteen> sixteen;
int first, second, third, fourth;

int main() {
  std::thread writer([] {
    first = 1;
    twelve.store({{1}}, std::memory_order_release);
    while (three.load(std::memory_order_acquire).byte[0] != 2) std::this_thread::yield();
    third = second + 1;
    sixteen.exchange({third + 0UL, 7}, std::memory_order_acq_rel);
    Three expected{{2}};
    fourth = 4;
    while (!three.compare_exchange_strong(expected, {{3}}, std::memory_order_release, std::memory_order_relaxed)) expected = {{2}};
  });
  while (twelve.load(std::memory_order_acquire).byte[0] != 1) std::this_thread::yield();
  second = first + 1;
  three.store({{2}}, std::memory_order_release);
  while (sixteen.load(std::memory_order_acquire).high != 7) std::this_thread::yield();
  int sum = third;
  while (three.load(std::memory_order_acquire).byte[0] != 3) std::this_thread::yield();
  sum += fourth;
  writer.join();
  return sum == 7 ? 0 : 9;
}
