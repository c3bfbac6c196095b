// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
std::atomic_flag f; int x;
int main() { std::jthread t([] { f.wait(false, std::memory_order_relaxed); x++; }); x = 1; f.test_and_set(std::memory_order_release); f.notify_one(); t.join(); return x != 2; }
