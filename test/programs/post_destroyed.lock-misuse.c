// SPDX-License-Identifier: Apache-2.0
// A semaphore is posted after it was destroyed.
#include <semaphore.h>
sem_t semaphore;
int main(void) {
  sem_init(&semaphore, 0, 0);
  sem_destroy(&semaphore);
  sem_post(&semaphore);
}
