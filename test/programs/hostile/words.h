// SPDX-License-Identifier: Apache-2.0
// Short words for small programs, other ones than short.h has.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <errno.h>
#include <unistd.h>
#include <signal.h>
#include <time.h>
#include <math.h>
#include <limits.h>
#include <ctype.h>
#include <wchar.h>
#include <fcntl.h>
#define GO(t,f,a) pthread_create(&t,0,f,a)
#define JOIN(t) pthread_join(t,0)
#define T(n) static void*n(void*p)
#define LK pthread_mutex_lock
#define UL pthread_mutex_unlock
#define REL memory_order_release
#define ACQ memory_order_acquire
#define RLX memory_order_relaxed
#define SC memory_order_seq_cst
#define LD atomic_load_explicit
#define ST atomic_store_explicit
