// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <errno.h>
#include <assert.h>
void *f(void *arg) {
  int state = 7, type = 7;
  assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type) == 0 && type == PTHREAD_CANCEL_DEFERRED);
  assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state) == 0 && state == PTHREAD_CANCEL_ENABLE);
  assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &state) == 0 && state == PTHREAD_CANCEL_DISABLE);
  assert(pthread_setcancelstate(5, &state) == EINVAL && state == PTHREAD_CANCEL_DISABLE);
  return arg;
}
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); return pthread_join(t, 0); }
