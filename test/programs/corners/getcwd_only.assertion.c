// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <unistd.h>
#include <string.h>
#include <assert.h>
char buf[256];
void *a(void*p){ chdir("/tmp"); return 0;}
int main(){ chdir("/"); pthread_t t; pthread_create(&t,0,a,0); getcwd(buf,sizeof buf); assert(strcmp(buf,"/")==0); pthread_join(t,0); return 0;}
