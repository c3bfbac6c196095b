/* Two threads write, and each ends the program in an atomic block: nobody is there afterwards to see the race. */
#include <pthread.h>
#include <stdlib.h>
#include <heddle/annotate.h>
static int x;
static void *writer(void *unused) {
  x = 1;
  heddle_atomic { exit(0); }
  return unused;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, writer, 0);
  writer(0);
}
