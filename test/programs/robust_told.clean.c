// SPDX-License-Identifier: Apache-2.0
// The owner of a robust mutex ends: the next one is told, and knows what the owner did.
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex;
int value;

static void* ends(void* unused) {
  pthread_mutex_lock(&mutex);
  value = 1;
  return unused;
}
static void* goes_on(void* unused) {
  if (pthread_mutex_lock(&mutex) == EOWNERDEAD) pthread_mutex_consistent(&mutex);
  ++value;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &attributes);
  pthread_t a, b;
  pthread_create(&a, 0, ends, 0);
  pthread_create(&b, 0, goes_on, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
