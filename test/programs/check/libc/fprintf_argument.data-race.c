#include <pthread.h>
#include <stdio.h>
static char text[8] = "abc";
static void* work(void* unused) {
  text[0] = 'x';
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  fprintf(stderr, "%5d %-8s|%.*f\n", 1, text, 2, 1.5);
  pthread_join(thread, 0);
}
