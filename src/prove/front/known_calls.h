// SPDX-License-Identifier: Apache-2.0
// The functions that the front end knows by name, instead of reading their bodies. A row of the table in
// known_calls.cpp is all it takes to know one more that does what a known one does.
#pragma once

#include <cstdint>

#include "prove/front/llvm.h"

namespace heddle::prove {

enum class Call : std::uint8_t {
  unknown,
  nothing,  // does nothing that matters here: yields, pauses, marks for debuggers
  allocate,
  allocate_zeroed,
  release,
  release_or_null,  // free(): nothing if it is null
  lock,
  unlock,
  try_lock,
  make_lock,  // in the initial function
  fail,       // is never to be reached
  assume,     // its argument is true, or the program is wrong
  point,
  linearize,
  linearize_if,
  atomic_begin,
  atomic_end,
  tagged_load,
  tagged_set,
  tagged_cas,
  tagged_same,
  retire,
  protect,
  enter,
  leave,
  debug,
};

struct KnownCall {
  Call what = Call::unknown;
  unsigned lock_bytes = 0;
  std::uint64_t busy = 0;      // what a try_lock returns when the lock is held
  bool is_library = false;     // malloc and free of the C library: freed memory is gone
  unsigned size_argument = 0;  // of an allocation
  const char* message = "";    // of a failure
  bool zero_is_free = true;    // of a lock: bytes that are zero are one that nobody holds
};

KnownCall known_call(const llvm::CallBase& call);

}  // namespace heddle::prove
