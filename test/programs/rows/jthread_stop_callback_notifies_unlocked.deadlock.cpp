// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <mutex>
#include <condition_variable>
std::mutex m; std::condition_variable c; 
int main(){ std::jthread j([](std::stop_token s){ std::stop_callback cb(s,[]{ c.notify_all(); }); std::unique_lock l(m); while(!s.stop_requested()) c.wait(l); }); }
