// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
int x;
void *f(void *p) { int o; pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &o); pthread_testcancel(); x = 1; pthread_setcancelstate(o, 0); pthread_testcancel(); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return x - 1; }
