// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <sys/stat.h>
struct stat st;
void *a(void*p){ stat("/",&st); return 0;}
int main(){ pthread_t t,u; pthread_create(&t,0,a,0); pthread_create(&u,0,a,0); pthread_join(t,0); pthread_join(u,0); return 0;}
