// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>
char b[8] = "abc";
int main(void) { pthread_t t; pthread_create(&t, 0, (void *(*)(void *))strdup, b); b[1] = 'x'; pthread_join(t, 0); return 0; }
