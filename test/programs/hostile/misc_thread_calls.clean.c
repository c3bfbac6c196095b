// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <sys/syscall.h>
F(w){pthread_setname_np(pthread_self(),"abc");char b[16];pthread_getname_np(pthread_self(),b,16);assert(!strcmp(b,"abc"));assert(gettid()>0);assert(sysconf(_SC_NPROCESSORS_ONLN)>0);return 0;}
int main(void){pthread_attr_t a;pthread_attr_init(&a);pthread_attr_setstacksize(&a,1<<20);pthread_t t;pthread_create(&t,&a,w,0);J(t);pthread_attr_destroy(&a);return 0;}
