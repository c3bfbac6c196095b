// SPDX-License-Identifier: Apache-2.0
// right: IRIW with seq_cst
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int x,y;int a,b,c,d;
static void*w1(void*p){x=1;return p;}
static void*w2(void*p){y=1;return p;}
static void*r1(void*p){a=x;b=y;return p;}
static void*r2(void*p){c=y;d=x;return p;}
int main(void){pthread_t t[4];pthread_create(t,0,w1,0);pthread_create(t+1,0,w2,0);pthread_create(t+2,0,r1,0);pthread_create(t+3,0,r2,0);for(int i=0;i<4;i++)pthread_join(t[i],0);assert(!(a&&!b&&c&&!d));return 0;}
