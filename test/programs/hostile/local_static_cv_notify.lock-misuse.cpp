// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m; 
int main() { static std::condition_variable c; static bool done; std::thread t([] { { std::lock_guard l(m); done = true; } c.notify_all(); }); t.detach(); std::unique_lock l(m); c.wait(l, [] { return done; }); l.unlock(); return 0; }
