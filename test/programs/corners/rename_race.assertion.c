// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdio.h>
#include <fcntl.h>
#include <unistd.h>
#include <sys/stat.h>
#include <assert.h>
#define A "ra.tmp"
#define B "rb.tmp"
void *f(void *p) { rename(A, B); return p; }
int main(void) { unlink(B); close(open(A, O_CREAT | O_WRONLY, 0600)); pthread_t t; pthread_create(&t, 0, f, 0); struct stat s; int r = stat(A, &s); pthread_join(t, 0); unlink(B); assert(r == 0); }
