// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; int x;
static void un(pthread_mutex_t**p){ pthread_mutex_unlock(*p); }
void*f(void*p){ __attribute__((cleanup(un))) pthread_mutex_t*g=&m; pthread_mutex_lock(g); if(x) return 0; x++; return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); f(0); pthread_join(t,0); return x-1; }
