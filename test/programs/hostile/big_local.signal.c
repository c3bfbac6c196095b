// SPDX-License-Identifier: Apache-2.0
// wrong: 16 MiB local in a thread with the default 8 MiB stack: SIGSEGV natively
#include <pthread.h>
static void*f(void*p){volatile char b[16<<20];for(int i=(16<<20)-1;i>=0;i-=4096)b[i]=1;return (void*)(long)b[4095];}
int main(void){pthread_t t;pthread_create(&t,0,f,0);pthread_join(t,0);return 0;}
