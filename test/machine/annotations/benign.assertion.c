/* The race is not benign: an increment is lost. */
#include <assert.h>
#include <heddle/annotate.h>
#include <pthread.h>
int hits;
HEDDLE_BENIGN(hits);
void *t(void *p) { hits++; return p; }
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, t, 0);
  hits++;
  pthread_join(id, 0);
  assert(hits == 2);
}
