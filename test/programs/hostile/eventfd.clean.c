// SPDX-License-Identifier: Apache-2.0
// right: eventfd as semaphore
#include <sys/eventfd.h>
#include <unistd.h>
#include <stdint.h>
#include <pthread.h>
static int e,d;
static void*f(void*p){d=1;uint64_t v=1;return (void*)(long)(write(e,&v,8)!=8);}
int main(void){e=eventfd(0,0);pthread_t t;pthread_create(&t,0,f,0);uint64_t v;if(read(e,&v,8)!=8)return 1;int r=d;pthread_join(t,0);return r!=1;}
