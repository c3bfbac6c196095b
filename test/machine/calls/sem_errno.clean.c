#include <assert.h>
#include <errno.h>
#include <semaphore.h>
int main(void) {
  sem_t s;
  sem_init(&s, 0, 0);
  assert(sem_trywait(&s) == -1 && errno == EAGAIN);
  assert(sem_init(&s, 0, 0x80000000u) == -1 && errno == EINVAL);
}
