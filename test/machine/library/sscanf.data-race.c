/* sscanf writes what it found. */
#include <pthread.h>
#include <stdio.h>
static int number;
static void *scan(void *unused) {
  sscanf("12", "%d", &number);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, scan, 0);
  int seen = number;
  pthread_join(t, 0);
  return seen < 0;
}
