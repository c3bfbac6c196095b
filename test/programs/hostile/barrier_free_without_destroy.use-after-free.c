// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
/* free without destroy: glibc's waiters may still be leaving; POSIX: memory freed without destroy while others leave. Ambiguous for tools */
pthread_barrier_t *b;
void *f(void *u) { pthread_barrier_wait(b); if (u) { pthread_barrier_destroy(b); free(b); } return 0; }
int main(void) {
  b = malloc(sizeof *b); pthread_barrier_init(b, 0, 2);
  pthread_t t, s, q; pthread_create(&t, 0, f, (void *)1); pthread_create(&s, 0, f, 0); pthread_create(&q, 0, f, 0);
  pthread_detach(q); pthread_join(t, 0); return 0;
}
