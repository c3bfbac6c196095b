// SPDX-License-Identifier: Apache-2.0
// A mutex is set to its initial value again while another thread may use it.
// online-only: a recording does not hold the uses of objects
#include <pthread.h>
#include <unistd.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void* use(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  usleep(100000);
  mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  pthread_join(thread, 0);
}
