// SPDX-License-Identifier: Apache-2.0
// Calls of pthread_ functions that libstdc++'s headers make, told from the program's own.
//
// std::mutex::try_lock ends as pthread_mutex_trylock, inlined into the program; but what POSIX answers with an error C++
// may leave undefined, so the rule book has to know who called (sync::Standard). Before anything is inlined, the plug-ins
// for gcc and clang put an instruction without effect behind such calls; the runtime looks for it where the call returns to
// (runtime/machine_code/standard_call.h). Nothing is called, and nothing is slower.
#pragma once

#include <string_view>

namespace heddle::sync {

// nopl 0x1b64c0de(%rax)
#define HEDDLE_STANDARD_CALL_MARK ".byte 0x0f, 0x1f, 0x80, 0xde, 0xc0, 0x64, 0x1b"

// By the function's name for the linker: libstdc++'s own layer above threads, or something of namespace std.
inline bool is_of_standard_library(std::string_view function) {
  return function.find("__gthread_") != std::string_view::npos || function.starts_with("_ZSt") ||
         function.starts_with("_ZNSt") || function.starts_with("_ZNKSt");
}
inline bool is_of_posix(std::string_view function) { return function.starts_with("pthread_"); }

}  // namespace heddle::sync
