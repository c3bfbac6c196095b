// The waiter frees the semaphore that was posted for it.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
static void* work(void* semaphore) {
  sem_post(semaphore);
  return 0;
}
int main(void) {
  pthread_t thread;
  sem_t* semaphore = malloc(sizeof *semaphore);
  sem_init(semaphore, 0, 0);
  pthread_create(&thread, 0, work, semaphore);
  sem_wait(semaphore);
  sem_destroy(semaphore);
  free(semaphore);
  pthread_join(thread, 0);
}
