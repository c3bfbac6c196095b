// SPDX-License-Identifier: Apache-2.0
#include <semaphore.h>
#include <pthread.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
sem_t *s; int x;
void *f(void *p) { sem_wait(s); x++; sem_post(s); return p; }
int main(void) { char n[40]; sprintf(n, "/corner_%d", getpid()); s = sem_open(n, O_CREAT | O_EXCL, 0600, 1); if (s == SEM_FAILED) return 0; sem_unlink(n);
  pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); sem_close(s); return x - 2; }
