// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <condition_variable>
#include <thread>
std::mutex m; std::condition_variable_any c; bool ready; bool stopped;
int main() { { std::jthread t([](std::stop_token s) { std::unique_lock l(m); if (!c.wait(l, s, [] { return ready; })) stopped = true; }); } std::lock_guard l(m); return stopped ? 0 : 1; }
