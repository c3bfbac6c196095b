// SPDX-License-Identifier: Apache-2.0
// wrong: 8-byte struct atomic load then plain write of a member through pointer
#include <pthread.h>
#include <stdatomic.h>
struct p{int a,b;};_Atomic struct p g;
static void*f(void*p){struct p v=atomic_load(&g);return (void*)(long)v.a;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);((struct p*)&g)->b=1;pthread_join(t,0);return 0;}
