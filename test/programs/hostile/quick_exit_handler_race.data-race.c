// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
int x;
void *work(void *u) { x = 1; return u; }
void bye(void) { x = 2; }
int main(void) { at_quick_exit(bye); pthread_t w; pthread_create(&w, 0, work, 0); pthread_detach(w); quick_exit(0); }
