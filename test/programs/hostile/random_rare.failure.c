// SPDX-License-Identifier: Apache-2.0
// wrong for one of 256 random bytes
#include <sys/random.h>
#include <pthread.h>
#include <assert.h>
static void*f(void*x){unsigned char s=0;if(getrandom(&s,1,0)!=1)return 0;assert(s!=77);return 0;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);pthread_join(t,0);return 0;}
