// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;int done;
void*w(void*q){pthread_mutex_lock(&m);done=1;pthread_mutex_unlock(&m);return 0;}
int main(){pthread_t t;pthread_create(&t,0,w,0);for(;;){pthread_mutex_lock(&m);int d=done;pthread_mutex_unlock(&m);if(d)break;}pthread_join(t,0);return 0;}
