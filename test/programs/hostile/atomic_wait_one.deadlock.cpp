// SPDX-License-Identifier: Apache-2.0
// wrong: notify_one with two waiters
#include <atomic>
#include <thread>
std::atomic<int> a;
int main(){std::thread t([]{a.wait(0);}),u([]{a.wait(0);});a=1;a.notify_one();t.join();u.join();return 0;}
