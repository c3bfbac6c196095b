// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; int done,x;
void*f(void*p){ pthread_mutex_lock(&m); x=4; done=1; pthread_mutex_unlock(&m); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); for(;;){ pthread_mutex_lock(&m); int d=done; pthread_mutex_unlock(&m); if(d) break; } int r=x; pthread_join(t,0); return r-4; }
