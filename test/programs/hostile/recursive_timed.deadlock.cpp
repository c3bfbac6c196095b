// SPDX-License-Identifier: Apache-2.0
// wrong: recursive mutex unlocked once too few -> other waits for ever
#include <mutex>
#include <thread>
std::recursive_mutex m;int n;
void f(){m.lock();m.lock();n++;m.unlock();}
int main(){std::thread a(f),b(f);a.join();b.join();return 0;}
