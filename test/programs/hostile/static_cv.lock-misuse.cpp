// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m; std::condition_variable c; bool done;
int main() { std::thread t([] { { std::lock_guard l(m); done = true; } c.notify_all(); }); t.detach(); std::unique_lock l(m); c.wait(l, [] { return done; }); l.unlock(); return 0; }
