// What the bytes were before does not matter to an init.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *bytes = malloc(256);
  memset(bytes, 0xFF, 256);
  pthread_mutex_t *m = (pthread_mutex_t *)bytes;
  pthread_mutex_init(m, 0);
  pthread_mutex_lock(m);
  pthread_mutex_unlock(m);
  pthread_rwlock_t *l = (pthread_rwlock_t *)(bytes + 64);
  pthread_rwlock_init(l, 0);
  pthread_rwlock_wrlock(l);
  pthread_rwlock_unlock(l);
  pthread_barrier_t *b = (pthread_barrier_t *)(bytes + 128);
  pthread_barrier_init(b, 0, 1);
  pthread_barrier_wait(b);
  sem_t *s = (sem_t *)(bytes + 192);
  sem_init(s, 0, 1);
  sem_wait(s);
  free(bytes);
}
