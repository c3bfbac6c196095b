// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdio.h>
// the buffer given to setvbuf is touched by hand while stdio uses it
static char buf[64]; FILE *f;
void *a(void*p){ fputs("hello",f); return 0;}
int main(){ f=fopen("/dev/null","w"); setvbuf(f,buf,_IOFBF,sizeof buf); pthread_t t; pthread_create(&t,0,a,0); buf[0]='x'; pthread_join(t,0); fclose(f); return 0;}
