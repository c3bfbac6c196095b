// strtok_r keeps it where it is told; strtok by one thread alone is fine.
#include <assert.h>
#include <pthread.h>
#include <string.h>
static char one[] = " a  b,c ", two[] = "c d";
static void* work(void* text) {
  char* place;
  int count = 0;
  for (char* word = strtok_r(text, " ,", &place); word != 0; word = strtok_r(0, " ,", &place)) {
    assert(strlen(word) == 1);
    ++count;
  }
  assert(count == 3);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, one);
  assert(strcmp(strtok(two, " "), "c") == 0);
  assert(strcmp(strtok(0, " "), "d") == 0);
  assert(strtok(0, " ") == 0);
  pthread_join(thread, 0);
}
