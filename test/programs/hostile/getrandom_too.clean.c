// SPDX-License-Identifier: Apache-2.0
// right: seeds from getrandom; outcome does not depend on it
#include <sys/random.h>
#include <stdlib.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void*f(void*x){unsigned s;if(getrandom(&s,4,0)!=4)return 0;n+=s%7;n-=s%7;return 0;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);f(0);pthread_join(t,0);return n;}
