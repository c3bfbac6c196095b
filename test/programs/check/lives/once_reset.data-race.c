// SPDX-License-Identifier: Apache-2.0
// A once flag is initialised anew while another thread uses it.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void nothing(void) {}
static void* run(void* x) {
  pthread_once(&once, nothing);
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  once = (pthread_once_t)PTHREAD_ONCE_INIT;
  pthread_join(t, 0);
  return 0;
}
