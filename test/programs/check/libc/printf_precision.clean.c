// A precision keeps %s from what comes after it.
#include <pthread.h>
#include <stdio.h>
static char text[8] = "abcdefg";
static void* work(void* unused) {
  text[4] = 'x';
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  printf("%.3s %.*s %ld %Lf %c %p %%\n", text, 4, text, 1L, 2.0L, 'c', (void*)text);
  pthread_join(thread, 0);
}
