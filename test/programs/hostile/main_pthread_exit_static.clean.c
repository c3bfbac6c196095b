// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <unistd.h>
void *f(void *p) { *(volatile int *)p = 1; return 0; }
int main(void) { static volatile int x = 0; pthread_t t; pthread_create(&t, 0, f, (void *)&x); pthread_detach(t); pthread_exit(0); }
