// %n stores.
#include <pthread.h>
#include <stdio.h>
static int length;
static void* work(void* unused) {
  char text[16];
  snprintf(text, sizeof text, "%d%n", 12, &length);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  const int seen = length;
  pthread_join(thread, 0);
  return seen > 2;
}
