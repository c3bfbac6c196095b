// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; int n;
void h(void){ pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); }
void*f(void*a){ pthread_mutex_lock(&m); if(n==1) exit(0); n++; pthread_mutex_unlock(&m); return 0; }
int main(){ atexit(h); pthread_t t,u; pthread_create(&t,0,f,0); pthread_create(&u,0,f,0); pthread_join(t,0); pthread_join(u,0); return 0; }
