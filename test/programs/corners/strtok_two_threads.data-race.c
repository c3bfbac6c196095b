// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>
void *f(void *p) { char b[] = "a,b"; int n = 0; for (char *t = strtok(b, ","); t; t = strtok(0, ",")) n++; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); }
