// SPDX-License-Identifier: Apache-2.0
// What a compiled program has done: <heddle/prove_beside.h> writes it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "prove/front/native_layout.h"

namespace heddle::prove {

using NativeAddress = std::uint64_t;

struct NativeEvent {
  enum class Kind : std::uint32_t { access, call, return_, allocate, free, zero };
  std::uint32_t thread = 0;  // 0 runs the initial function
  Kind kind = Kind::access;
  NativeAddress address = 0;
  std::uint64_t size = 0;
  // Of an access: the bytes; memory that is set to zero is told in one piece, without them. Of a call: the function and its argument; of a return: what was given back, and what was
  // returned besides.
  std::array<std::uint64_t, 2> before{}, after{};
};

struct NativeTrace {
  std::vector<NativeEvent> events;
  std::vector<NativeAddress> shared, locks;  // where the layout's variables are
};

}  // namespace heddle::prove
