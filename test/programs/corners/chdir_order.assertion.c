// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <unistd.h>
#include <string.h>
#include <assert.h>
void *a(void*p){ chdir("/tmp"); return 0;}
void *b(void*p){ char buf[256]; chdir("/"); getcwd(buf,sizeof buf); assert(strcmp(buf,"/")==0); return 0;}
int main(){ pthread_t t,u; pthread_create(&u,0,b,0); pthread_create(&t,0,a,0); pthread_join(t,0); pthread_join(u,0); return 0;}
