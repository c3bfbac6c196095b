// SPDX-License-Identifier: Apache-2.0
// Condition variables in a program that plain gcc linked with libtsan: glibc has them twice.
// built-by: gcc -fsanitize=thread -g
// only: run
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER, made;
static int n;
static void* f(void* p) {
  pthread_mutex_lock(&m);
  n++;
  pthread_cond_signal(&c);
  pthread_cond_broadcast(&made);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t[4];
  pthread_cond_init(&made, 0);
  for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, f, 0);
  pthread_mutex_lock(&m);
  while (n < 2) pthread_cond_wait(&c, &m);
  while (n < 4) pthread_cond_wait(&made, &m);
  pthread_mutex_unlock(&m);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  pthread_cond_destroy(&made);
  return puts("done") < 0;
}
