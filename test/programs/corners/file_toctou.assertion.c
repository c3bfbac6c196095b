// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <unistd.h>
#include <fcntl.h>
#include <assert.h>
int made[2];
void *f(void *p) { if (access("toctou.tmp", F_OK) != 0) { int d = open("toctou.tmp", O_CREAT | O_RDWR, 0600); close(d); *(int *)p = 1; } return 0; }
int main(void) { unlink("toctou.tmp"); pthread_t t; pthread_create(&t, 0, f, &made[0]); f(&made[1]); pthread_join(t, 0); unlink("toctou.tmp"); assert(made[0] + made[1] == 1); }
