/* Trust goes to races only: what comes of them is found. */
#include <assert.h>
#include <heddle/annotate.h>
#include <pthread.h>
int hits;
HEDDLE_TRUSTED static void hit(void) { hits++; }
void *t(void *p) { hit(); return 0; }
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, t, 0);
  hit();
  pthread_join(id, 0);
  assert(hits == 2);
}
