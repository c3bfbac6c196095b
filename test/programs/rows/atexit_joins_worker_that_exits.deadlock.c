// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
int x; pthread_t t; pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
void h(void){ pthread_mutex_lock(&m); pthread_join(t,0); pthread_mutex_unlock(&m); }
void*f(void*a){ pthread_mutex_lock(&m); x=1; pthread_mutex_unlock(&m); return 0; }
int main(){ atexit(h); pthread_create(&t,0,f,0); return 0; }
