// SPDX-License-Identifier: Apache-2.0
// Shorter words still.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <stdint.h>
#include <semaphore.h>
#include <errno.h>
#include <threads.h>
#include <unistd.h>
#include <time.h>
#define TH(n) static void *n(void *arg)
#define R return 0
#define RUN2(a,b) do{pthread_t t1_,t2_;pthread_create(&t1_,0,a,0);pthread_create(&t2_,0,b,0);pthread_join(t1_,0);pthread_join(t2_,0);}while(0)
#define L(m) pthread_mutex_lock(&m)
#define U(m) pthread_mutex_unlock(&m)
typedef pthread_mutex_t M;
#define MI PTHREAD_MUTEX_INITIALIZER
