// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
void un(void* p) { pthread_mutex_unlock((pthread_mutex_t*)p); }
void* f(void*) { pthread_mutex_lock(&m); pthread_cleanup_push(un, &m); x++; pthread_exit(nullptr); pthread_cleanup_pop(0); }
int main(){ pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, f, 0); pthread_join(a, 0); pthread_join(b, 0); return x - 2; }
