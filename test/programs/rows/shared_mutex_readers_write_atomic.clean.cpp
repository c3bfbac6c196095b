// SPDX-License-Identifier: Apache-2.0
#include <shared_mutex>
#include <thread>
#include <mutex>
#include <atomic>
std::shared_mutex m; int x; std::atomic<int> hits;
int main(){ std::thread a([]{ std::shared_lock l(m); hits+=x; }), b([]{ std::shared_lock l(m); hits+=x; }), c([]{ std::unique_lock l(m); x=1; }); a.join(); b.join(); c.join(); return hits>2; }
