// A mutex in memory from malloc that nobody initialised.
#include <pthread.h>
#include <stdlib.h>
int main(void) {
  pthread_mutex_t* mutex = malloc(sizeof *mutex);
  pthread_mutex_lock(mutex);
  pthread_mutex_unlock(mutex);
  free(mutex);
}
