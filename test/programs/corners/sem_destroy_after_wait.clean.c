// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
sem_t *s;
void *f(void *p) { sem_post(p); return 0; }
int main(void) {
  pthread_t t; s = malloc(sizeof *s); sem_init(s, 0, 0);
  pthread_create(&t, 0, f, s);
  sem_wait(s); sem_destroy(s); free(s);
  pthread_join(t, 0);
}
