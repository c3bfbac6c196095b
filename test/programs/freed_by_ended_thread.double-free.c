// The first free is by a thread that has ended: what it freed is still remembered.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static char *text;
static void *worker(void *unused) {
  free(text);
  return unused;
}
int main(void) {
  text = strdup("text");
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  free(text);
  return 0;
}
