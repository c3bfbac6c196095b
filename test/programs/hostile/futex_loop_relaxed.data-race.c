// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>
#include <sys/syscall.h>
#include <linux/futex.h>
int f, x;
void *g(void *u) { while (!__atomic_load_n(&f, __ATOMIC_RELAXED)) syscall(SYS_futex, &f, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0); x++; return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, g, 0); x = 1; __atomic_store_n(&f, 1, __ATOMIC_RELEASE); syscall(SYS_futex, &f, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0); pthread_join(t, 0); return 0; }
