// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <signal.h>
#include <setjmp.h>
#include <pthread.h>
#include <sys/mman.h>
static __thread sigjmp_buf b;
void h(int s) { siglongjmp(b, 1); }
void *f(void *p) { volatile int bad = 0; if (!sigsetjmp(b, 1)) { *(volatile int *)p = 1; bad = 1; } return (void *)(long)bad; }
int main(void) { char *q = mmap(0, 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); signal(SIGSEGV, h); pthread_t t; void *r; pthread_create(&t, 0, f, q); f(q + 4096); pthread_join(t, &r); return r != 0; }
