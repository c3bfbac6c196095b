// SPDX-License-Identifier: Apache-2.0
// Vector clocks whose width is a multiple of four: four entries at a time. Clocks are short, and a loop that the compiler
// makes for any width takes longer to begin than these take. All accesses have one width: a load of four entries that were
// stored one by one just before would wait until all stores are done.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::base {

using Four = std::uint32_t __attribute__((vector_size(16), aligned(4), may_alias));

inline void copy_fours(std::uint32_t* into, const std::uint32_t* from, std::size_t size) {
  for (std::size_t i = 0; i < size; i += 4)
    *reinterpret_cast<Four*>(into + i) = *reinterpret_cast<const Four*>(from + i);
}

// The larger one of each two.
inline void join_fours(std::uint32_t* into, const std::uint32_t* from, std::size_t size) {
  for (std::size_t i = 0; i < size; i += 4) {
    const Four mine = *reinterpret_cast<const Four*>(into + i);
    const Four theirs = *reinterpret_cast<const Four*>(from + i);
    *reinterpret_cast<Four*>(into + i) = mine < theirs ? theirs : mine;
  }
}

}  // namespace heddle::base
