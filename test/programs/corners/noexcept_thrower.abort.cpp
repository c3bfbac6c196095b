// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <atomic>
std::atomic<int> n{0};
void f() noexcept { if (n.fetch_add(1) == 1) throw 1; }
int main(){ std::thread t([]{ if (n.load() == 1) f(); }); f(); t.join(); }
