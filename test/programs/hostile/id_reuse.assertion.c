// SPDX-License-Identifier: Apache-2.0
// wrong: relies on ids being different after join: ids may be reused (asked via self)
#include <pthread.h>
#include <assert.h>
pthread_t a,b;
static void*f(void*p){*(pthread_t*)p=pthread_self();return 0;}
int main(void){pthread_t t;pthread_create(&t,0,f,&a);pthread_join(t,0);pthread_create(&t,0,f,&b);pthread_join(t,0);assert(!pthread_equal(a,b));return 0;}
