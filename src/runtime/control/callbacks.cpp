// SPDX-License-Identifier: Apache-2.0
#include "runtime/control/callbacks.h"

#define HEDDLE_CALLS_BACK __attribute__((noinline, noclone, section("heddle_callbacks")))
// The linker's names of the section's ends.
extern "C" __attribute__((visibility("hidden"))) const char __start_heddle_callbacks, __stop_heddle_callbacks;

namespace heddle::control {
namespace {
inline void returns_here() { __asm__ volatile("" ::: "memory"); }  // no jump instead of the call
}  // namespace

HEDDLE_CALLS_BACK void* call_back(void* (*function)(void*), void* argument) {
  void* result = function(argument);
  __asm__ volatile("" : "+r"(result)::"memory");
  return result;
}
HEDDLE_CALLS_BACK int call_back(int (*function)(void*), void* argument) {
  int result = function(argument);
  __asm__ volatile("" : "+r"(result)::"memory");
  return result;
}
HEDDLE_CALLS_BACK void call_back(void (*function)(void*), void* argument) {
  function(argument);
  returns_here();
}
HEDDLE_CALLS_BACK void call_back(void (*function)(int, void*), int status, void* argument) {
  function(status, argument);
  returns_here();
}

bool is_call_back(const void* pc) {
  return pc >= &__start_heddle_callbacks && pc <= &__stop_heddle_callbacks;
}

}  // namespace heddle::control
