/* SPDX-License-Identifier: Apache-2.0 */
/* A thermostat: the temperature is any number, and only compared. Try -D COLD. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int heating, warm;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *control(void *unused) {
  int t = __VERIFIER_nondet_int();
  pthread_mutex_lock(&m);
  heating = t < 190;
#ifdef COLD
  warm = t + 5 > 190;
#else
  warm = t > 210;
#endif
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, control, 0);
  control(0);
  pthread_join(other, 0);
  assert(!(heating && warm));
  return 0;
}
