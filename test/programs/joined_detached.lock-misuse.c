// SPDX-License-Identifier: Apache-2.0
// A thread that was detached is joined.
#include <pthread.h>
#include <unistd.h>
static void* sleeps(void* unused) {
  usleep(200000);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, sleeps, 0);
  pthread_detach(thread);
  pthread_join(thread, 0);
}
