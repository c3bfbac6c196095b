/* A block is freed by the other thread, and its memory comes back from malloc with nothing to order the two but
 * malloc itself: it starts afresh. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int *_Atomic box;
static void *consumer(void *unused) {
  for (int i = 0; i < 2; i++) {
    int *got;
    while ((got = atomic_exchange(&box, 0)) == 0) {
    }
    *got += 1;
    free(got);
  }
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, consumer, 0);
  for (int i = 0; i < 2; i++) {
    int *made = malloc(sizeof *made);
    *made = i;
    box = made;
    while (box) {
    }
  }
  pthread_join(t, 0);
}
