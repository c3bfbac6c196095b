// SPDX-License-Identifier: Apache-2.0
// wrong: two deadlocked, the third polls for their end
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
pthread_mutex_t a=PTHREAD_MUTEX_INITIALIZER,b=PTHREAD_MUTEX_INITIALIZER;atomic_int done;
static void*f(void*p){pthread_mutex_lock(&a);pthread_mutex_lock(&b);pthread_mutex_unlock(&b);pthread_mutex_unlock(&a);done++;return p;}
static void*g(void*p){pthread_mutex_lock(&b);pthread_mutex_lock(&a);pthread_mutex_unlock(&a);pthread_mutex_unlock(&b);done++;return p;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,g,0);while(done<2)usleep(1000);pthread_join(t,0);pthread_join(u,0);return 0;}
