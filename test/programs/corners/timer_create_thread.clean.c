// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <time.h>
#include <semaphore.h>
#include <string.h>
sem_t s; int x;
void tick(union sigval v) { x = 1; sem_post(&s); }
int main(void) { sem_init(&s, 0, 0); struct sigevent e; memset(&e, 0, sizeof e); e.sigev_notify = SIGEV_THREAD; e.sigev_notify_function = tick; timer_t t; timer_create(CLOCK_MONOTONIC, &e, &t); struct itimerspec i = {{0, 0}, {0, 50000000}}; timer_settime(t, 0, &i, 0); while (sem_wait(&s)) ; return x - 1; }
