// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
struct S{int v=1;};atomic<S*> inst;mutex m;S*get(){auto p=inst.load(ACQ);if(!p){lock_guard l(m);p=inst.load(RLX);if(!p){p=new S;inst.store(p,REL);}}return p;}int main(){jthread a([]{assert(get()->v==1);});assert(get()->v==1);}
