// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int main(void) { pthread_mutex_t *m = malloc(sizeof *m); memset(m, 0x5a, sizeof *m); pthread_mutex_lock(m); return 0; }
