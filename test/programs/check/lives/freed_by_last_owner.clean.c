// The one who lowers the count to zero, with the mutex given back, frees it: allowed.
#include <pthread.h>
#include <stdlib.h>
struct shared {
  pthread_mutex_t mutex;
  int references;
};
static void drop(struct shared* shared) {
  pthread_mutex_lock(&shared->mutex);
  int left = --shared->references;
  pthread_mutex_unlock(&shared->mutex);
  if (left > 0) return;
  pthread_mutex_destroy(&shared->mutex);
  free(shared);
}
static void* work(void* shared) {
  drop(shared);
  return 0;
}
int main(void) {
  pthread_t thread;
  struct shared* shared = malloc(sizeof *shared);
  pthread_mutex_init(&shared->mutex, 0);
  shared->references = 2;
  pthread_create(&thread, 0, work, shared);
  drop(shared);
  pthread_join(thread, 0);
}
