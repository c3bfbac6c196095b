// SPDX-License-Identifier: Apache-2.0
// wrong: getopt in two threads (optind global)
#include <unistd.h>
#include <pthread.h>
static void*f(void*p){char*v[]={"x","-a",0};int n=0;while(getopt(2,v,"a")!=-1)n++;return (void*)(long)n;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);f(0);pthread_join(t,0);return 0;}
