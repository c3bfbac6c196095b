// SPDX-License-Identifier: Apache-2.0
#include "short.h"
once_flag o=ONCE_FLAG_INIT;int x;void i(void){x=1;}
int w(void*a){call_once(&o,i);assert(x==1);thrd_yield();thrd_exit(0);}
int main(void){thrd_t t,u;thrd_create(&t,w,0);thrd_create(&u,w,0);thrd_detach(t);thrd_join(u,0);return 0;}
