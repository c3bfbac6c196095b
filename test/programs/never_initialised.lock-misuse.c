// SPDX-License-Identifier: Apache-2.0
// A semaphore has no static initialiser.
#include <semaphore.h>
static sem_t semaphore;
int main(void) {
  sem_post(&semaphore);
}
