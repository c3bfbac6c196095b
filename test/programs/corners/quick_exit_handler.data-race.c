// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
int x;
void h(void) { x++; }
void *w(void *a) { x++; return a; }
int main(void) {
  at_quick_exit(h);
  pthread_t t; pthread_create(&t, 0, w, 0);
  quick_exit(0);
}
