// SPDX-License-Identifier: Apache-2.0
// A check without worker processes: all executions of a function in this process, by one of heddle's searches or
// by an enumeration that shares nothing with them. For tests alone: a library of its own exports it, made of the
// same object files as libheddle_check.so.
#pragma once

#include <stdint.h>

extern "C" {
struct heddle_bare_check {
  const char* strategy;  // "oracle": every interleaving, past failures
  int futex;             // backend; the same in the whole process
  unsigned long most;    // executions
  void (*function)(void*);
  // After each execution that was not given up as equivalent to another: the kind of its failure by name, or
  // nullptr; and its class of equivalence.
  void (*ended)(const char* failure, uint64_t equivalence_class);
  // What became of it.
  int complete;  // all were run, or one failed
  int doubtful;  // something could not be explored
  int replays;   // the failure came again by its schedule, if there was one
  unsigned long executions;
  unsigned long gone_back;  // that many of them went on from the midst of the one before
  char bound[160];          // why it was not complete, if the search says so
  uint64_t doubts;          // a bit for each kind
};
void heddle_check_bare(heddle_bare_check* check) __attribute__((weak));
}
