// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
struct O{int v=1;~O(){v=0;}};thread_local O o;atomic<O*> p;
int main(){thread a([]{o.v=2;p=&o;});thread b([]{if(O*q=p)assert(q->v>=0);});a.join();b.join();}
