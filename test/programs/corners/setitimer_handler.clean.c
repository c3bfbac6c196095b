// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <sys/time.h>
#include <pthread.h>
#include <semaphore.h>
#include <errno.h>
sem_t s;
void h(int k) { sem_post(&s); }
int main(void) { sem_init(&s, 0, 0); signal(SIGALRM, h); struct itimerval v = {{0, 0}, {0, 100000}}; setitimer(ITIMER_REAL, &v, 0); while (sem_wait(&s) && errno == EINTR) ; return 0; }
