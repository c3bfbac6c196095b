// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
void *work(void *u) { pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); return u; }
void bye(void) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); }
int main(void) { atexit(bye); pthread_t w; pthread_create(&w, 0, work, 0); pthread_detach(w); pthread_mutex_lock(&n); return 0; }
