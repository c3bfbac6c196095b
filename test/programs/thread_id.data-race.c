// SPDX-License-Identifier: Apache-2.0
// A thread reads its own id where its creator stores it.
#include <pthread.h>
#include <unistd.h>

pthread_t thread;
int same;

static void* self(void* unused) {
  usleep(50000);
  same = pthread_equal(thread, pthread_self());
  return unused;
}

int main(void) {
  pthread_create(&thread, 0, self, 0);
  pthread_join(thread, 0);
}
