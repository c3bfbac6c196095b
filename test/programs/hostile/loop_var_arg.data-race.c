// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
int sum[3];
void *f(void *p) { sum[*(int *)p] = 1; return 0; }
int main(void) { pthread_t t[2]; for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, &i); for (int i = 0; i < 2; i++) pthread_join(t[i], 0); return 0; }
