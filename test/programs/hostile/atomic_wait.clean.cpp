// SPDX-License-Identifier: Apache-2.0
// right
#include <atomic>
#include <thread>
std::atomic<int> a;int d;
int main(){std::thread t([]{d=1;a=1;a.notify_one();});a.wait(0);int r=d;t.join();return r!=1;}
