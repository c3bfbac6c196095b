// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m; std::condition_variable *p; bool done, there;
void f() { thread_local std::condition_variable c; std::unique_lock l(m); p = &c; there = true; c.wait(l, [] { return done; }); p = nullptr; }
int main() { std::thread a(f); { std::unique_lock l(m); done = true; if (p) p->notify_all(); } a.join(); return 0; }
