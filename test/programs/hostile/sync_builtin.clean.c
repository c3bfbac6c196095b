// SPDX-License-Identifier: Apache-2.0
// right: __sync builtins are full barriers
#include <pthread.h>
int l,n;
static void*f(void*p){while(__sync_lock_test_and_set(&l,1));n++;__sync_lock_release(&l);return p;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);pthread_join(t,0);pthread_join(u,0);return n!=2;}
