// SPDX-License-Identifier: Apache-2.0
// right: set_value_at_thread_exit + notify_all_at_thread_exit
#include <future>
#include <thread>
thread_local int z=3;
int main(){std::promise<int> p;auto f=p.get_future();std::thread t([&]{p.set_value_at_thread_exit(z);});int r=f.get();t.join();return r!=3;}
