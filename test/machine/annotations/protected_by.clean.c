/* As promised: readers hold the lock as readers. */
#include <assert.h>
#include <heddle/annotate.h>
#include <pthread.h>
static pthread_rwlock_t mx = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;
HEDDLE_PROTECTED_BY(x, mx);
HEDDLE_PROTECTED_BY(y, mx);
static void *writer(void *p) {
  pthread_rwlock_wrlock(&mx);
  x++;
  y++;
  pthread_rwlock_unlock(&mx);
  return p;
}
int main(void) {
  pthread_t id;
  x = y = 0; /* nobody else is there */
  pthread_create(&id, 0, writer, 0);
  pthread_rwlock_rdlock(&mx);
  assert(x == y);
  pthread_rwlock_unlock(&mx);
  pthread_join(id, 0);
  assert(x == 1);
}
