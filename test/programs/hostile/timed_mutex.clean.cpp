// SPDX-License-Identifier: Apache-2.0
// right
#include <mutex>
#include <thread>
#include <chrono>
std::timed_mutex m;int n;std::mutex k;int miss;
void f(){using namespace std::chrono_literals;if(m.try_lock_for(5ms)){n++;m.unlock();}else{std::lock_guard l(k);miss++;}}
int main(){std::thread a(f),b(f);a.join();b.join();return n+miss!=2;}
