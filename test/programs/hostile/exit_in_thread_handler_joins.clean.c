// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
pthread_t w; int x;
void *work(void *u) { x = 5; return u; }
void bye(void) { pthread_join(w, 0); assert(x == 5); }
int main(void) { atexit(bye); pthread_create(&w, 0, work, 0); return 0; }
