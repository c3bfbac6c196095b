// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdio.h>
void *f(void *p) { for (int i = 0; i < 3; i++) { printf("line %d\n", i); fflush(stdout); } return p; }
int main(void) { setvbuf(stdout, 0, _IOFBF, 4096); pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); fclose(stdout); }
