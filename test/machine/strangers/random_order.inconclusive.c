/* the time is an input, and so is a seed made of it: some values are tried, and the verdict says so. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
static int deck[3] = {1, 2, 3};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
static void *shuffle(void *unused) {
  pthread_mutex_lock(&m);
  for (int i = 2; i > 0; i--) swap(&deck[i], &deck[(unsigned)rand() % (i + 1)]);
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_t t;
  srand((unsigned)time(NULL));
  pthread_create(&t, 0, shuffle, 0);
  shuffle(0);
  pthread_join(t, 0);
  assert(deck[0] + deck[1] + deck[2] == 6);
}
