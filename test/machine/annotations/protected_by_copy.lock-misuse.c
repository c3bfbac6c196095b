/* A copy of the whole struct touches the protected field as well. (also: data-race) */
#include <heddle/annotate.h>
#include <pthread.h>
#include <string.h>
static pthread_mutex_t mx = PTHREAD_MUTEX_INITIALIZER;
static struct { long other; long counted; } s, zero;
HEDDLE_PROTECTED_BY(s.counted, mx);
static void *worker(void *p) {
  pthread_mutex_lock(&mx);
  s.counted++;
  s.counted--;
  pthread_mutex_unlock(&mx);
  return p;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, worker, 0);
  memcpy(&s, &zero, sizeof s);
  pthread_join(id, 0);
}
