#include <pthread.h>
#include <semaphore.h>
static sem_t semaphore, there;
static void* work(void* unused) {
  sem_post(&there);
  sem_wait(&semaphore);
  return unused;
}
int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  sem_init(&there, 0, 0);
  pthread_create(&thread, 0, work, 0);
  sem_wait(&there);
  sem_destroy(&semaphore);
}
