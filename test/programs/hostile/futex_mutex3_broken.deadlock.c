// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>
#include <sys/syscall.h>
#include <linux/futex.h>
/* Drepper's first: waiter does not mark contention: unlock skips the wake */
int l; int x;
void lock(void) { int e = 0; while (!__atomic_compare_exchange_n(&l, &e, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) { syscall(SYS_futex, &l, FUTEX_WAIT_PRIVATE, e, 0, 0, 0); e = 0; } }
void unlock(void) { if (__atomic_exchange_n(&l, 0, __ATOMIC_SEQ_CST) == 2) syscall(SYS_futex, &l, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0); }
void *f(void *u) { lock(); x++; unlock(); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return 0; }
