// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
void*f(void*p){ return (void*)(long)lrand48(); }
int main(){ pthread_t t; pthread_create(&t,0,f,0); drand48(); pthread_join(t,0); return 0; }
