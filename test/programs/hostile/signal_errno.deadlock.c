// SPDX-License-Identifier: Apache-2.0
// wrong: handler calls malloc/printf (async-signal-unsafe) - and mutex lock held by interrupted thread: self deadlock
#include <signal.h>
#include <pthread.h>
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;int n;
static void h(int s){pthread_mutex_lock(&m);n++;pthread_mutex_unlock(&m);}
int main(void){signal(SIGUSR1,h);pthread_mutex_lock(&m);raise(SIGUSR1);pthread_mutex_unlock(&m);return 0;}
