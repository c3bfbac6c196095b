// SPDX-License-Identifier: Apache-2.0
// right: exception through guard releases
#include <mutex>
#include <thread>
std::mutex m;int n;
void f(){try{std::lock_guard l(m);n++;throw 1;}catch(int){}std::lock_guard l(m);n++;}
int main(){std::thread a(f),b(f);a.join();b.join();return n!=4;}
