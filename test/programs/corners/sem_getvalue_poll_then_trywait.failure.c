// SPDX-License-Identifier: Apache-2.0
#include <semaphore.h>
#include <pthread.h>
sem_t s; int taken;
void *f(void *p) { int v; sem_getvalue(&s, &v); if (v > 0) { if (sem_trywait(&s)) *(int *)p = 1; } return 0; }
int main(void) { sem_init(&s, 0, 1); int bad[2] = {0, 0}; pthread_t t, u; pthread_create(&t, 0, f, &bad[0]); pthread_create(&u, 0, f, &bad[1]); pthread_join(t, 0); pthread_join(u, 0); return bad[0] + bad[1]; }
