// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
unsigned s=1;
void*f(void*p){ rand_r(&s); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); rand_r(&s); pthread_join(t,0); return 0; }
