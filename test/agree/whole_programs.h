/* SPDX-License-Identifier: Apache-2.0
 * What every made-up program (test/random/whole_program.py) is compiled with. A batch of them has a table PROGRAMS of rows
 * PROGRAM(number). As a test with heddle_check_run it checks each of them, or those its arguments name; compiled with
 * -DWHOLE, or with HEDDLE_WHOLE in the environment, it is one of them, which may end the process. Outcomes go to a file that all processes share: one byte for
 * each program and outcome. For the machine, which has no files, each outcome is an assertion of its own that fails. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef __cplusplus
#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <future>
#include <iostream>
#include <latch>
#include <list>
#include <map>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>
#else
#include <stdatomic.h>
#include <threads.h>
#endif
#include <linux/futex.h>
#include <sys/syscall.h>
#ifndef HEDDLE_MACHINE
#include <fcntl.h>
#include <heddle/check.h>
#include <heddle/record.h>
#include <sys/mman.h>
#endif

typedef struct {
  unsigned number;
  int (*function)(void);
} Row;

static const struct timespec past = {1, 0}, late = {4102444800, 0}, wrong = {4102444800, 1000000000};

static unsigned code(int error) {
  switch (error) {
    case 0:
      return 0;
    case EBUSY:
      return 1;
    case ETIMEDOUT:
      return 2;
    case EDEADLK:
      return 3;
    case EPERM:
      return 4;
    case EINVAL:
      return 5;
    case EOWNERDEAD:
      return 6;
    case ENOTRECOVERABLE:
      return 7;
    case EAGAIN:
      return 8;
    default:
      return 9;
  }
}
static int got(unsigned* r, int error) {
  *r = *r * 5 + code(error);
  return error == 0 || error == EOWNERDEAD;
}
#ifndef __cplusplus
static int thrd(int result) {
  return result == thrd_success    ? 0
         : result == thrd_busy     ? EBUSY
         : result == thrd_timedout ? ETIMEDOUT
                                   : EINVAL;
}
#endif

enum { kind_normal, kind_recursive, kind_errorcheck, kind_adaptive, kind_robust, kind_robust_errorcheck };
static void make_mutex(pthread_mutex_t* mutex, int kind) {
  if (kind == kind_normal) {
    pthread_mutex_init(mutex, 0);
    return;
  }
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  if (kind == kind_recursive) pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  if (kind == kind_errorcheck || kind == kind_robust_errorcheck)
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  if (kind == kind_adaptive) pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ADAPTIVE_NP);
  if (kind == kind_robust || kind == kind_robust_errorcheck)
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
}
static void make_rwlock(pthread_rwlock_t* lock, int prefers_writers) {
  pthread_rwlockattr_t attributes;
  pthread_rwlockattr_init(&attributes);
  if (prefers_writers)
    pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(lock, &attributes);
  pthread_rwlockattr_destroy(&attributes);
}

#ifdef HEDDLE_MACHINE
#define OUTCOME(n)         \
  case n:                  \
    assert(!"outcome" #n); \
    break;
static void outcome(unsigned number, unsigned value) {
  (void)number;
  switch (value % 16) { /* each on a line of its own, by which they are told apart */
    OUTCOME(0)
    OUTCOME(1)
    OUTCOME(2)
    OUTCOME(3)
    OUTCOME(4)
    OUTCOME(5)
    OUTCOME(6)
    OUTCOME(7)
    OUTCOME(8)
    OUTCOME(9)
    OUTCOME(10)
    OUTCOME(11)
    OUTCOME(12)
    OUTCOME(13)
    OUTCOME(14)
    OUTCOME(15)
  }
}
#else
enum { kOutcomes = 256 };
static unsigned char* outcomes;
HEDDLE_TRUSTED __attribute__((noinline)) static void outcome(unsigned number, unsigned value) {
  if (outcomes) outcomes[number * kOutcomes + value % kOutcomes] = 1;
}
__attribute__((constructor)) HEDDLE_TRUSTED static void open_outcomes(void) {
  const char* path = getenv("HEDDLE_OUTCOMES");
  const int file = path ? open(path, O_RDWR) : -1;
  if (file < 0) return;
  outcomes =
      (unsigned char*)mmap(0, (size_t)lseek(file, 0, SEEK_END), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
}
#endif
