// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <sched.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; int done,x;
void*f(void*p){ for(;;){ pthread_mutex_lock(&m); int d=done; pthread_mutex_unlock(&m); if(d) break; sched_yield(); } return 0; }
int main(){ pthread_t t,u; pthread_create(&t,0,f,0); pthread_create(&u,0,f,0); pthread_mutex_lock(&m); done=1; pthread_mutex_unlock(&m); pthread_join(t,0); pthread_join(u,0); return 0; }
