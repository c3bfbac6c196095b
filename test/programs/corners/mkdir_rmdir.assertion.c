// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>
#include <assert.h>
void *f(void *p) { mkdir("d.tmp", 0700); return p; }
int main(void) { rmdir("d.tmp"); pthread_t t; pthread_create(&t, 0, f, 0); int r = rmdir("d.tmp"); pthread_join(t, 0); rmdir("d.tmp"); assert(r == -1); }
