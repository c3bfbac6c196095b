// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <unistd.h>
#include <assert.h>
void *f(void *p) { chdir("/proc"); return p; }
int main(void) { chdir("/usr"); pthread_t t; pthread_create(&t, 0, f, 0); int r = access("bin", F_OK); pthread_join(t, 0); assert(r == 0); }
