// SPDX-License-Identifier: Apache-2.0
// wrong: complex number
#include <pthread.h>
#include <complex.h>
double complex z;
static void*f(void*p){z=z*I;return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);__imag__ z=2;pthread_join(t,0);return creal(z)>100;}
