// SPDX-License-Identifier: Apache-2.0
// wrong: value goes 0->1->0; waiter may miss and wait forever
#include <atomic>
#include <thread>
std::atomic<int> a;
int main(){std::thread t([]{a.wait(0);});a=1;a.notify_one();a=0;a.notify_one();t.join();return 0;}
