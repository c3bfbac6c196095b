// SPDX-License-Identifier: Apache-2.0
// right: POSIX/glibc: the serial thread may destroy the barrier right after wait returns (glibc's destroy waits for those leaving).
#include <pthread.h>
#include <stdlib.h>
static void*f(void*p){pthread_barrier_t*b=p;if(pthread_barrier_wait(b)==PTHREAD_BARRIER_SERIAL_THREAD){pthread_barrier_destroy(b);free(b);}return 0;}
int main(void){pthread_barrier_t*b=malloc(sizeof*b);pthread_barrier_init(b,0,2);pthread_t t,u;pthread_create(&t,0,f,b);pthread_create(&u,0,f,b);pthread_join(t,0);pthread_join(u,0);return 0;}
