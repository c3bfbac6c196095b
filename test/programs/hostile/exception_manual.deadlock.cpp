// SPDX-License-Identifier: Apache-2.0
// wrong: exception leaves the mutex locked in one branch
#include <mutex>
#include <thread>
#include <atomic>
std::mutex m;std::atomic<int> n;
void f(){try{m.lock();if(n++==1)throw 1;m.unlock();}catch(int){}m.lock();m.unlock();}
int main(){std::thread a(f),b(f);a.join();b.join();return 0;}
