// SPDX-License-Identifier: Apache-2.0
// Short words for the small programs here.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <pthread.h>
#include <semaphore.h>
#include <assert.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <errno.h>
#include <unistd.h>
#include <time.h>
#include <sched.h>
#ifndef __cplusplus
#include <stdatomic.h>
#include <threads.h>
#define RLX memory_order_relaxed
#define ACQ memory_order_acquire
#define REL memory_order_release
#define AR memory_order_acq_rel
#define SC memory_order_seq_cst
#define LD(x,o) atomic_load_explicit(&(x),o)
#define ST(x,v,o) atomic_store_explicit(&(x),v,o)
#endif
#define F(n) static void *n(void *arg)
#define GO(t,f) pthread_t t; pthread_create(&t,0,f,0)
#define GOA(t,f,a) pthread_t t; pthread_create(&t,0,f,(void*)(a))
#define J(t) pthread_join(t,0)
#define LOCK(m) pthread_mutex_lock(&m)
#define UNLOCK(m) pthread_mutex_unlock(&m)
