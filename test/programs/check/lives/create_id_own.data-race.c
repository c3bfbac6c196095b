// The new thread reads the variable to which its id is being written.
#include <pthread.h>
static pthread_t thread;
static void* work(void* unused) { return pthread_equal(thread, pthread_self()) ? unused : &thread; }
int main(void) {
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
}
