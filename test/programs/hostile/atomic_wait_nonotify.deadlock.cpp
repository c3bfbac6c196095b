// SPDX-License-Identifier: Apache-2.0
// wrong: no notify: may wait for ever
#include <atomic>
#include <thread>
std::atomic<int> a;
int main(){std::thread t([]{a=1;});a.wait(0);t.join();return 0;}
