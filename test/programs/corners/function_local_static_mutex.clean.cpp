// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>
std::mutex& lock() { static std::mutex m; return m; }
int& x() { static int v = 0; return v; }
void f() { std::lock_guard l(lock()); x()++; }
int main(){ std::thread a(f), b(f); a.join(); b.join(); return x() - 2; }
