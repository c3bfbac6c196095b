// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
int main(void){LOCK(m);UNLOCK(m);pthread_mutex_destroy(&m);LOCK(m);UNLOCK(m);return 0;}
