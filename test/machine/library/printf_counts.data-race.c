/* %n is a write. */
#include <pthread.h>
#include <stdio.h>
static int written;
static void *print(void *unused) {
  printf("text%n\n", &written);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, print, 0);
  int seen = written;
  pthread_join(t, 0);
  return seen < 0;
}
