// SPDX-License-Identifier: Apache-2.0
// wrong: mutable cache modified under shared_lock
#include <shared_mutex>
#include <thread>
#include <map>
std::shared_mutex m;std::map<int,int> v;
int get(int k){std::shared_lock l(m);return v[k];}
int main(){std::thread a([]{get(1);}),b([]{get(2);});a.join();b.join();return 0;}
