// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m; std::condition_variable c; int x;
int main(){ std::thread t([]{ x=1; std::lock_guard l(m); c.notify_one(); }); { std::unique_lock l(m); if(c.wait_for(l,std::chrono::hours(1))==std::cv_status::no_timeout) x++; } t.join(); return 0; }
