// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
void *work(void *u) { exit(3); return u; }
int main(void) { pthread_t w; pthread_create(&w, 0, work, 0); pthread_detach(w); pthread_exit(0); }
