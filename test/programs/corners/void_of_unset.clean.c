// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
struct pair { long a, b; };
void *f(void *arg) { int unset; (void)unset; struct pair also; (void)also; return arg; }
int main(void) { pthread_t t; (void)t; pthread_create(&t, 0, f, 0); return pthread_join(t, 0); }
