// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <shared_mutex>
#include <thread>
std::shared_mutex m; std::condition_variable_any c; int go;
int main(){ std::thread r([]{ std::shared_lock l(m); c.wait(l,[]{ return go; }); }), s([]{ std::shared_lock l(m); c.wait(l,[]{ return go; }); }); { std::unique_lock l(m); go=1; } c.notify_one(); r.join(); s.join(); }
