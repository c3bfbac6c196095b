// A function leaves the scope of a mutex that it still holds.
#include <pthread.h>
__attribute__((noinline)) static void locks(void) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
}
int main(void) { locks(); }
