/* Only the first field's races are meant; the copy races on the second. */
#include <heddle/annotate.h>
#include <pthread.h>
struct pair { long hint, value; } s;
HEDDLE_BENIGN(s.hint);
void *t(void *p) { s.hint = 1; s.value = 1; return p; }
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, t, 0);
  struct pair copy = s;
  pthread_join(id, 0);
  return copy.hint == 7;
}
