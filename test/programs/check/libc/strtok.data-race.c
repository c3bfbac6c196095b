// strtok keeps its place for all threads.
#include <pthread.h>
#include <string.h>
static char one[] = "a b", two[] = "c d";
static void* work(void* text) {
  for (char* word = strtok(text, " "); word != 0; word = strtok(0, " ")) continue;
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, one);
  work(two);
  pthread_join(thread, 0);
}
