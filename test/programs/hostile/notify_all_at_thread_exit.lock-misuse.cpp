// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m; std::condition_variable c; bool done; int x; struct D { ~D() { x = 4; } };
int main() { std::thread t([] { thread_local D d; (void)&d; std::unique_lock l(m); done = true; std::notify_all_at_thread_exit(c, std::move(l)); }); t.detach(); std::unique_lock l(m); c.wait(l, [] { return done; }); return x != 4; }
