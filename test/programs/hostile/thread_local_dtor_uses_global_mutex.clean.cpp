// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <mutex>
std::mutex m; int n; struct T { int v = 0; ~T() { std::lock_guard g(m); n += v; } }; thread_local T t;
int main() { { std::jthread a([] { t.v = 1; }), b([] { t.v = 2; }); } std::lock_guard g(m); return n != 3; }
