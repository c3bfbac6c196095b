// SPDX-License-Identifier: Apache-2.0
// A readers-writer lock is taken after it was destroyed.
#include <pthread.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_destroy(&lock);
  pthread_rwlock_rdlock(&lock);
}
