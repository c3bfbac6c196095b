// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <unistd.h>
#include <fcntl.h>
#include <assert.h>
int made[2];
void *f(void *p) { int d = open("excl.tmp", O_CREAT | O_EXCL | O_RDWR, 0600); if (d >= 0) { close(d); *(int *)p = 1; } return 0; }
int main(void) { unlink("excl.tmp"); pthread_t t; pthread_create(&t, 0, f, &made[0]); f(&made[1]); pthread_join(t, 0); unlink("excl.tmp"); assert(made[0] + made[1] == 1); }
