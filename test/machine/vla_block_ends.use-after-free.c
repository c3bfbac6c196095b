// SPDX-License-Identifier: Apache-2.0
// The thread writes after the end of the block, where the array ends.
#include <pthread.h>
#include <semaphore.h>
static sem_t came, left;
static void* writes(void* first) {
  sem_post(&came);
  sem_wait(&left);
  *(int*)first = 1;
  return 0;
}
int main(int count, char** words) {
  (void)words;
  sem_init(&came, 0, 0);
  sem_init(&left, 0, 0);
  pthread_t thread;
  {
    int numbers[count + 3];
    numbers[0] = 0;
    pthread_create(&thread, 0, writes, numbers);
    sem_wait(&came);
  }
  sem_post(&left);
  pthread_join(thread, 0);
}
