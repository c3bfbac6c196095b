// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; int done,x;
void*f(void*p){ pthread_mutex_lock(&m); if(!x) done=1; pthread_mutex_unlock(&m); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); pthread_mutex_lock(&m); x=1; pthread_mutex_unlock(&m); for(;;){ pthread_mutex_lock(&m); int d=done; pthread_mutex_unlock(&m); if(d) break; } pthread_join(t,0); return 0; }
