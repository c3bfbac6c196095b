// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <errno.h>
#include <limits.h>
int main(void) { pthread_key_t k[PTHREAD_KEYS_MAX + 1]; int i; for (i = 0; i <= PTHREAD_KEYS_MAX; i++) if (pthread_key_create(&k[i], 0) == EAGAIN) break; for (int j = 0; j < i; j++) if (pthread_key_delete(k[j])) return 2; return i > PTHREAD_KEYS_MAX; }
