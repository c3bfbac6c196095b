// SPDX-License-Identifier: Apache-2.0
// The lock prefers writers: a reader that comes again waits behind a writer that waits for the reader.
// only: run
// flags: -D_GNU_SOURCE
#include <pthread.h>
#include <unistd.h>

static pthread_rwlock_t lock;
static void* writer(void* p) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return p;
}
int main(void) {
  pthread_rwlockattr_t attributes;
  pthread_rwlockattr_init(&attributes);
  pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&lock, &attributes);
  pthread_t t;
  pthread_rwlock_rdlock(&lock);
  pthread_create(&t, 0, writer, 0);
  while (pthread_rwlock_tryrdlock(&lock) == 0) pthread_rwlock_unlock(&lock), usleep(1000);
  pthread_rwlock_rdlock(&lock);
  return 0;
}
