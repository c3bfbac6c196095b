/* Both at once. -DWITHOUT: assertion */
#include <assert.h>
#include <heddle/annotate.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WITHOUT
#undef heddle_atomic
#define heddle_atomic
#endif
static atomic_int a, b;
static void *t(void *p) { heddle_atomic { a++; b++; } return p; }
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, t, 0);
  heddle_atomic { assert(a == b); }
  pthread_join(id, 0);
}
