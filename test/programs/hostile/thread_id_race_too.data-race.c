// SPDX-License-Identifier: Apache-2.0
// wrong: child reads the global id that pthread_create stores: unordered.
#include <pthread.h>
pthread_t id; int same;
static void*f(void*a){same=pthread_equal(id,pthread_self());return a;}
int main(void){pthread_create(&id,0,f,0);pthread_join(id,0);return 0;}
