/* The flag hands x over, so there is no race; but the contract says that only the lock does. -DWITHOUT: clean */
#include <heddle/annotate.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t mx = PTHREAD_MUTEX_INITIALIZER;
static int x;
static atomic_int ready;
#ifndef WITHOUT
HEDDLE_PROTECTED_BY(x, mx);
#endif
static void *reader(void *p) {
  if (ready) {
    pthread_mutex_lock(&mx);
    x++;
    pthread_mutex_unlock(&mx);
  }
  return p;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, reader, 0);
  x = 1;
  ready = 1;
  pthread_join(id, 0);
}
