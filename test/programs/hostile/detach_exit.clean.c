// SPDX-License-Identifier: Apache-2.0
// right: detached thread and main pthread_exit.
#include <pthread.h>
#include <stdatomic.h>
atomic_int n;
static void*f(void*p){n++;return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);pthread_detach(t);pthread_exit(0);}
