// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
long double d;
void*f(void*p){ d=1.0L; return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); long double r=d; pthread_join(t,0); return r>1; }
