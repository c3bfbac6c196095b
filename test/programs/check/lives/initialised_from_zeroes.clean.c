// Zeroes are a mutex, a condition variable and a readers-writer lock.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct all {
  pthread_mutex_t mutex;
  pthread_cond_t condition;
  pthread_rwlock_t rwlock;
};
int main(void) {
  struct all* all = calloc(1, sizeof *all);
  struct all* more = malloc(sizeof *more);
  memset(more, 0, sizeof *more);
  pthread_mutex_lock(&all->mutex);
  pthread_cond_signal(&all->condition);
  pthread_rwlock_rdlock(&more->rwlock);
  pthread_rwlock_unlock(&more->rwlock);
  pthread_mutex_unlock(&all->mutex);
  free(all);
  free(more);
}
