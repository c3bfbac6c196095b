// SPDX-License-Identifier: Apache-2.0
// right: thrd_exit result, thrd_detach, thrd_equal, thrd_yield
#include <threads.h>
static int f(void*p){thrd_yield();thrd_exit(9);}
int main(void){thrd_t t;int r;thrd_create(&t,f,0);if(thrd_equal(t,thrd_current()))return 1;thrd_join(t,&r);return r!=9;}
