// SPDX-License-Identifier: Apache-2.0
// One letter for most of what programs in C are made of.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <assert.h>
#include <errno.h>
#include <time.h>
#include <unistd.h>
#include <sched.h>
#define T(f) static void *f(void *a)
typedef pthread_t P; typedef pthread_mutex_t M; typedef pthread_cond_t CV; typedef pthread_rwlock_t RW;
#define MI PTHREAD_MUTEX_INITIALIZER
#define CI PTHREAD_COND_INITIALIZER
#define RI PTHREAD_RWLOCK_INITIALIZER
#define GO(t,f) pthread_create(&t,0,f,0)
#define J(t) pthread_join(t,0)
#define L(m) pthread_mutex_lock(&m)
#define U(m) pthread_mutex_unlock(&m)
#define W(c,m) pthread_cond_wait(&c,&m)
