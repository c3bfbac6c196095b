// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_t mt; 
void *f(void *u) { pthread_join(mt, 0); return u; }
int main(void) { mt = pthread_self(); pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; }
