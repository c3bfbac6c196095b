// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m; int x;
void *f(void *p) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return p; }
int main(void) { for (int i = 0; i < 2; i++) { pthread_mutex_init(&m, 0); pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); pthread_mutex_destroy(&m); } return x - 4; }
