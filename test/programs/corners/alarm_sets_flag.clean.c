// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <unistd.h>
#include <stdatomic.h>
#include <pthread.h>
atomic_int flag;
void h(int s) { atomic_store(&flag, 1); }
void *f(void *p) { while (!atomic_load(&flag)) usleep(1000); return p; }
int main(void) { signal(SIGALRM, h); pthread_t t; pthread_create(&t, 0, f, 0); alarm(1); pthread_join(t, 0); }
