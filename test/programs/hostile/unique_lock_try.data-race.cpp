// SPDX-License-Identifier: Apache-2.0
// wrong: try_to_lock without check
#include <mutex>
#include <thread>
std::mutex m;int n;
void f(){std::unique_lock l(m,std::try_to_lock);n++;}
int main(){std::thread a(f),b(f);a.join();b.join();return 0;}
