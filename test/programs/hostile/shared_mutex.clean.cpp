// SPDX-License-Identifier: Apache-2.0
// right: readers shared, writer unique
#include <shared_mutex>
#include <mutex>
#include <thread>
std::shared_mutex m;int v;int r1,r2;
int main(){std::thread a([]{std::shared_lock l(m);r1=v;}),b([]{std::shared_lock l(m);r2=v;}),c([]{std::unique_lock l(m);v=1;});a.join();b.join();c.join();return r1>1;}
