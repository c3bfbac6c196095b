// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <alloca.h>
void*f(void*a){ ++*(int*)a; return 0;}
int main(int c,char**v){ int*p=alloca(c*16); *p=0; pthread_t t; pthread_create(&t,0,f,p); ++*p; pthread_join(t,0); return 0; }
