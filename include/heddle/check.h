// SPDX-License-Identifier: Apache-2.0
// Every schedule of a test, from inside the test.
//
//   #include <heddle/check.h>
//   heddle::check([] {
//     Stack stack;
//     std::jthread a([&] { stack.push(1); }), b([&] { stack.push(2); });
//     …
//   });
//
// The function is run again and again, each time under another schedule, until one fails or all have been
// run. It must do the same each time: it may change globals (they are put back after each run) but not files.
// A failing schedule makes check() throw heddle::CheckFailure, in C it returns 1 from heddle_check_run.
// Compile with `heddle c++`, or with the flags doc/check.md lists. Outside heddle the function is run once.
#pragma once

#include <heddle/annotate.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct heddle_check_options {
  const char* strategy;      // "dpor", "races", "all", "random", "pct"; NULL: dpor
  unsigned preemptions;      // with races or all: at most so many; 0: any number
  unsigned long executions;  // at most so many; 0: any number
  double limit_seconds;      // at most so long; 0: any time
  unsigned long seed;        // random, pct
  const char* name;          // of the test, for reports
  unsigned jobs;             // worker processes, from the start; 0: as many as cores, if it takes long
  int (*failed)(void);       // asked after each run: did the test fail without ending?
};

// 0: no schedule fails; 1: one does; 3: not all were run, or something could not be explored.
// `options` may be NULL. The report goes to standard error.
int heddle_check_run(void (*function)(void*), void* argument, const struct heddle_check_options* options)
    __attribute__((weak));
// Input: any number below `count`; every one is tried.
unsigned(heddle_choose)(unsigned count) __attribute__((weak));

#ifdef __cplusplus
}

#include <cstdlib>
#include <stdexcept>
#include <type_traits>

namespace heddle {

class CheckFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct CheckOptions : heddle_check_options {
  CheckOptions() : heddle_check_options() {}
};

template <class Function>
void check(Function&& function, heddle_check_options options = heddle_check_options()) {
  if (heddle_check_run == nullptr) {
    function();
    return;
  }
#ifdef GTEST_TEST_
  if (options.failed == nullptr) options.failed = [] { return ::testing::Test::HasFailure() ? 1 : 0; };
#endif
  using Plain = std::remove_reference_t<Function>;
  const int result = heddle_check_run([](void* argument) { (*static_cast<Plain*>(argument))(); },
                                      const_cast<void*>(static_cast<const void*>(&function)), &options);
#ifdef __cpp_exceptions
  if (result == 1) throw CheckFailure("a schedule fails: see the report on standard error");
#else
  if (result == 1) std::abort();
#endif
}

// Input: any number below `count`; every one is tried.
inline unsigned choose(unsigned count) { return heddle_choose == nullptr ? 0 : (heddle_choose)(count); }

}  // namespace heddle
#endif
