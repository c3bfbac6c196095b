// getenv and setenv unordered.
#include <pthread.h>
#include <stdlib.h>
static void* work(void* unused) {
  setenv("HEDDLE_TEST", "1", 1);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  const char* found = getenv("HOME");
  pthread_join(thread, 0);
  return found == (char*)1;
}
