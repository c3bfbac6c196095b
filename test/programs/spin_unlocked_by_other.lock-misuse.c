// SPDX-License-Identifier: Apache-2.0
// A spin lock is unlocked by another thread than its owner.
#include <pthread.h>
pthread_spinlock_t lock;
static void* unlocks(void* unused) {
  pthread_spin_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_spin_init(&lock, 0);
  pthread_spin_lock(&lock);
  pthread_create(&thread, 0, unlocks, 0);
  pthread_join(thread, 0);
}
