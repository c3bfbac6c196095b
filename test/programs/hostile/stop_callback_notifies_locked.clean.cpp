// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m; std::condition_variable c;
int main() { std::jthread t([](std::stop_token s) { std::stop_callback cb(s, [] { std::lock_guard g(m); c.notify_all(); }); std::unique_lock l(m); c.wait(l, [&] { return s.stop_requested(); }); }); t.request_stop(); }
