// The new thread may look for its id before the creator has stored it.
#include <pthread.h>
pthread_t id;
int same;
void *other(void *p) { same = pthread_equal(id, pthread_self()); return 0; }
int main(void) {
  pthread_create(&id, 0, other, 0);
  pthread_join(id, 0);
}
