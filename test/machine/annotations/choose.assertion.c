/* Every number below three, in every thread. -DWITHOUT: clean */
#include <assert.h>
#include <heddle/annotate.h>
#include <pthread.h>
#ifdef WITHOUT
#define PICK 0
#else
#define PICK heddle_choose(3)
#endif
static unsigned first;
static void *t(void *p) { first = PICK; return p; }
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, t, 0);
  unsigned second = PICK;
  pthread_join(id, 0);
  assert(first + second != 4);
}
