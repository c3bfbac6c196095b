// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
void un(void *p) { _exit(6); }
int main(void) { pthread_cleanup_push(un, 0); pthread_exit(0); pthread_cleanup_pop(0); }
