/* Products, quotients and shifts of 128 bits. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

typedef unsigned __int128 wide;
static wide total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument) {
  const uint64_t factor = (uint64_t)(long)argument;
  const wide product = (wide)UINT64_MAX * factor;
  pthread_mutex_lock(&lock);
  total += product;
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, worker, (void *)3);
  pthread_create(&two, 0, worker, (void *)5);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert((uint64_t)(total >> 64) == 7 && (uint64_t)total == (uint64_t)-8);
  assert(total / 8 == UINT64_MAX && total % 8 == 0);
  __int128 negative = -(__int128)total;
  assert(negative < 0 && negative >> 64 == -8);
  assert((wide)negative * 3 == -(total * 3));
}
