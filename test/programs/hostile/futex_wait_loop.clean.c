// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <assert.h>
#include <unistd.h>
#include <sys/syscall.h>
#include <linux/futex.h>
int w;
void *f(void *u) { __atomic_store_n(&w, 1, __ATOMIC_SEQ_CST); syscall(SYS_futex, &w, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); while (!__atomic_load_n(&w, __ATOMIC_SEQ_CST)) syscall(SYS_futex, &w, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0); assert(__atomic_load_n(&w, __ATOMIC_SEQ_CST)); pthread_join(t, 0); return 0; }
