// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
_Complex double z; double re;
void *f(void *p) { __imag__ z = 2; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); z = 1.0; pthread_join(t, 0); }
