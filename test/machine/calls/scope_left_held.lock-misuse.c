#include <pthread.h>
void f(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&m);
}
int main(void) { f(); }
