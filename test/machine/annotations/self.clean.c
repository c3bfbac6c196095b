// The number of a thread: 1 for main, another one for every thread that there is.
#include <assert.h>
#include <heddle/annotate.h>
#include <pthread.h>
static int numbers[2];
static void *worker(void *p) {
  *(int *)p = heddle_self();
  assert(heddle_self() == *(int *)p);
  return 0;
}
int main(void) {
  assert(heddle_self() == 1);
  pthread_t ids[2];
  for (int i = 0; i < 2; i++) pthread_create(&ids[i], 0, worker, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(ids[i], 0);
  assert(numbers[0] > 1 && numbers[1] > 1 && numbers[0] != numbers[1]);
}
