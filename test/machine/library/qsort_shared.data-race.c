/* qsort writes the array it sorts. */
#include <pthread.h>
#include <stdlib.h>
static int numbers[3] = {3, 1, 2};
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void *sort(void *unused) {
  qsort(numbers, 3, sizeof(int), compare);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sort, 0);
  int seen = numbers[0];
  pthread_join(t, 0);
  return seen < 0;
}
