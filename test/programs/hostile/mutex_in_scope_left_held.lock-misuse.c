// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
__attribute__((noinline)) void f(void) { pthread_mutex_t m; pthread_mutex_init(&m, 0); pthread_mutex_lock(&m); }
int main(void) { f(); return 0; }
