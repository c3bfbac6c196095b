// SPDX-License-Identifier: Apache-2.0
// A robust mutex is handed on when its owner dies.
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static int x;
static void* dies(void* argument) {
  pthread_mutex_lock(&m);
  x = 1;
  return argument;
}
static void* inherits(void* argument) {
  if (pthread_mutex_lock(&m) == EOWNERDEAD) pthread_mutex_consistent(&m);
  x++;
  pthread_mutex_unlock(&m);
  return argument;
}
int main(void) {
  pthread_mutexattr_t robust;
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &robust);
  pthread_t a, b;
  pthread_create(&a, 0, dies, 0);
  pthread_join(a, 0);
  pthread_create(&b, 0, inherits, 0);
  pthread_join(b, 0);
  return x == 2 ? 0 : 9;
}
