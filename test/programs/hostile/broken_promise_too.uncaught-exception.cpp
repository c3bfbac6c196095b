// SPDX-License-Identifier: Apache-2.0
// wrong: promise abandoned in one schedule: future_error uncaught
#include <future>
#include <thread>
#include <atomic>
std::atomic<bool> stop;
int main(){std::promise<int> p;auto f=p.get_future();std::thread t([q=std::move(p)]()mutable{if(!stop)q.set_value(1);});stop=true;f.get();t.join();return 0;}
