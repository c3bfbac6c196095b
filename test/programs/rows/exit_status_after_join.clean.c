// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
int r=3;
void*f(void*a){ r=0; pthread_exit(0); exit(3); }
int main(){ pthread_t t; pthread_create(&t,0,f,0); pthread_join(t,0); exit(r); }
