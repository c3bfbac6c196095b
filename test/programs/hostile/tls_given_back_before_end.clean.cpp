// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
thread_local int v;mutex m;int*p;
int main(){thread a([]{{lock_guard<mutex>l(m);p=&v;}{lock_guard<mutex>l(m);p=nullptr;}});thread b([]{lock_guard<mutex>l(m);if(p)++*p;});a.join();b.join();}
