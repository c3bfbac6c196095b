// SPDX-License-Identifier: Apache-2.0
// wrong: d = d + 1 on atomic
#include <atomic>
#include <thread>
std::atomic<int> d{0};
int main(){std::thread a([]{d=d+1;}),b([]{d=d+1;});a.join();b.join();return d!=2;}
