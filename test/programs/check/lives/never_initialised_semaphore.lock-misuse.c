// A semaphore has no static initialiser: this one was never initialised.
#include <semaphore.h>
static sem_t semaphore;
int main(void) {
  sem_post(&semaphore);
  return 0;
}
