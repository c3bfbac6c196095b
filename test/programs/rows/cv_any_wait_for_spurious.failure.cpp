// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m; std::condition_variable_any c; bool go; int bad;
int main(){ std::thread t([]{ std::lock_guard l(m); go=true; c.notify_one(); }); { std::unique_lock l(m); if(!go && c.wait_for(l,std::chrono::hours(1))==std::cv_status::no_timeout && !go) bad=1; } t.join(); return bad; }
