// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>
#include <cassert>
std::mutex a, b, c;
int main() { std::lock_guard g(b); std::thread t([] { int i = std::try_lock(a, b, c); assert(i == 1); assert(a.try_lock()); a.unlock(); }); t.join(); }
