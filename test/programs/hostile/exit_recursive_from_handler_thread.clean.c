// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int n;
void bye(void) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); }
void *work(void *u) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); return u; }
int main(void) { atexit(bye); atexit(bye); pthread_t w; pthread_create(&w, 0, work, 0); pthread_detach(w); exit(0); }
