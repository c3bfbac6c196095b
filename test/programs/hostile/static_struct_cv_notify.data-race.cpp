// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m; struct S { std::condition_variable c; bool done; } s;
int main() { std::thread t([] { { std::lock_guard l(m); s.done = true; } s.c.notify_all(); }); t.detach(); std::unique_lock l(m); s.c.wait(l, [] { return s.done; }); l.unlock(); return 0; }
