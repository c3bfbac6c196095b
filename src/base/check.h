// SPDX-License-Identifier: Apache-2.0
// HEDDLE_CHECK(condition, "why it must hold"): our own invariants, on in release builds too. A broken one is
// a bug in heddle: it throws BrokenInvariant, which only the command line catches (exit status 70).
#pragma once

#include <stdexcept>
#include <string>

namespace heddle::base {

class BrokenInvariant : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] void broken_invariant(const char* condition, const char* why, const char* file, int line);

}  // namespace heddle::base

#define HEDDLE_CHECK(condition, why)                                         \
  do {                                                                       \
    if (!(condition)) [[unlikely]]                                           \
      ::heddle::base::broken_invariant(#condition, why, __FILE__, __LINE__); \
  } while (false)
