// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
#include <cstring>
struct N{std::atomic<int> a{3};int b=4;};N x;char y[8];
int main(){std::thread t([]{int e=99;x.a.compare_exchange_strong(e,6);}),u([]{std::memcpy(y,(void*)&x,8);});t.join();u.join();return y[0]!=3;}
