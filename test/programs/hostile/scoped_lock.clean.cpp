// SPDX-License-Identifier: Apache-2.0
// right: scoped_lock in opposite orders
#include <mutex>
#include <thread>
std::mutex m,k;int n;
void f(){std::scoped_lock l(m,k);n++;}
void g(){std::scoped_lock l(k,m);n++;}
int main(){std::thread a(f),b(g);a.join();b.join();return n!=2;}
