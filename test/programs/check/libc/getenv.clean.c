// The environment is set before there are threads, which then only look.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static void* work(void* unused) { return strcmp(getenv("HEDDLE_TEST"), "1") == 0 ? unused : &work; }
int main(void) {
  pthread_t thread;
  void* result;
  setenv("HEDDLE_TEST", "1", 1);
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, &result);
  return result != 0;
}
