// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_barrier_t b;
int main(void) { pthread_barrier_wait(&b); return 0; }
