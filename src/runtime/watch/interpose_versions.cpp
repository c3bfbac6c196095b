// SPDX-License-Identifier: Apache-2.0
// Functions of which glibc keeps an old version that behaves differently.
//
// A program built by plain `gcc -fsanitize=thread` takes these from libtsan, without a version. This library
// stands in libtsan's place, and where it did not define one, the loader would go on to libc and bind a
// reference without a version to the *oldest* definition: a condition variable of 2002, of another size,
// beside today's pthread_cond_wait. So every function that libtsan defines and glibc has twice, with
// different code, is defined here or in another file of this library; those of which nothing is to be said
// are handed on to the default version. test/host/versions.py compares with the libraries at hand.
#include <glob.h>
#include <pthread.h>
#include <regex.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "runtime/shared/abi.h"
#include "runtime/watch/real.h"

extern "C" {  // <math.h> would overload them
double lgamma(double) noexcept;
float lgammaf(float) noexcept;
long double lgammal(long double) noexcept;
}

#define HEDDLE_HAND_ON(type, name, parameters, given) \
  HEDDLE_INTERPOSE type name parameters { return HEDDLE_REAL(name) given; }

HEDDLE_HAND_ON(int, pthread_attr_getaffinity_np,
               (const pthread_attr_t* attributes, std::size_t size, cpu_set_t* set) noexcept,
               (attributes, size, set))
HEDDLE_HAND_ON(int, sched_getaffinity, (pid_t process, std::size_t size, cpu_set_t* set) noexcept,
               (process, size, set))
HEDDLE_HAND_ON(FILE*, fmemopen, (void* buffer, std::size_t bytes, const char* mode) noexcept,
               (buffer, bytes, mode))
HEDDLE_HAND_ON(int, glob,
               (const char* pattern, int flags, int (*on_error)(const char*, int), glob_t* result) noexcept,
               (pattern, flags, on_error, result))
HEDDLE_HAND_ON(int, glob64,
               (const char* pattern, int flags, int (*on_error)(const char*, int), glob64_t* result) noexcept,
               (pattern, flags, on_error, result))
HEDDLE_HAND_ON(char*, realpath, (const char* path, char* resolved) noexcept, (path, resolved))
HEDDLE_HAND_ON(int, regexec,
               (const regex_t* expression, const char* text, std::size_t count, regmatch_t* matches,
                int flags),
               (expression, text, count, matches, flags))
HEDDLE_HAND_ON(double, lgamma, (double x) noexcept, (x))
HEDDLE_HAND_ON(float, lgammaf, (float x) noexcept, (x))
HEDDLE_HAND_ON(long double, lgammal, (long double x) noexcept, (x))
