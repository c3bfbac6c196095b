// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n;
int main(void) { pthread_mutex_lock(&m); memcpy(&n, &m, sizeof n); pthread_mutex_unlock(&m); if (pthread_mutex_trylock(&n) == 0) pthread_mutex_unlock(&n); return 0; }
