// SPDX-License-Identifier: Apache-2.0
// A spin lock's owner has ended.
#include <pthread.h>
pthread_spinlock_t lock;
static void* ends(void* unused) {
  pthread_spin_lock(&lock);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_spin_init(&lock, 0);
  pthread_create(&thread, 0, ends, 0);
  pthread_join(thread, 0);
  pthread_spin_lock(&lock);
}
