// SPDX-License-Identifier: Apache-2.0
// wrong: unlock of not-owned unique_lock throws system_error in one schedule
#include <mutex>
#include <thread>
std::mutex m;int n;
void f(){std::unique_lock l(m,std::try_to_lock);if(l)n++;l.unlock();}
int main(){std::thread a(f),b(f);a.join();b.join();return 0;}
