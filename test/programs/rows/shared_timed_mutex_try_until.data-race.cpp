// SPDX-License-Identifier: Apache-2.0
#include <shared_mutex>
#include <thread>
#include <chrono>
#include <mutex>
std::shared_timed_mutex m; int x;
int main(){ std::thread a([]{ std::unique_lock l(m,std::chrono::seconds(100)); x++; }), b([]{ std::unique_lock l(m); x++; }); a.join(); b.join(); }
