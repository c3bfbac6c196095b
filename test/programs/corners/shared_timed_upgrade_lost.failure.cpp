// SPDX-License-Identifier: Apache-2.0
#include <shared_mutex>
#include <thread>
#include <mutex>
std::shared_timed_mutex m; int x;
void f() { std::shared_lock s(m); int k = x; s.unlock(); std::unique_lock u(m); x = k + 1; }
int main(){ std::thread t(f); f(); t.join(); return x == 2 ? 0 : 1; }
