// SPDX-License-Identifier: Apache-2.0
// wrong: std::thread destroyed joinable in one branch: terminate
#include <thread>
#include <atomic>
std::atomic<int> a;
int main(){std::thread t([]{a=1;});if(a==0)t.join();else return 0;return 0;}
