// SPDX-License-Identifier: Apache-2.0
// right: atomic<double> fetch_add
#include <atomic>
#include <thread>
std::atomic<double> d{0};
int main(){std::thread a([]{d+=1.5;}),b([]{d+=2.5;});a.join();b.join();return d!=4.0;}
