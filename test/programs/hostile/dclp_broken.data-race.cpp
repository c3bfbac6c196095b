// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
struct S{int v=1;};S*inst;mutex m;S*get(){if(!inst){lock_guard l(m);if(!inst)inst=new S;}return inst;}int main(){jthread a([]{get();});get();}
