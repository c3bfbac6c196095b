// SPDX-License-Identifier: Apache-2.0
// Components are read as state_writing.h writes them. Only machine_state.cpp includes this.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>

#include "program/program.h"

namespace heddle::program {

class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> in) : in_(in) {}
  std::uint8_t byte() { return in_[at_++]; }
  Word number() {
    Word value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint8_t next = in_[at_++];
      value |= Word{next & 0x7FU} << shift;
      if ((next & 0x80) == 0) return value;
    }
  }
  void raw(void* to, std::size_t size) {
    std::memcpy(to, in_.data() + at_, size);
    at_ += size;
  }

 private:
  std::span<const std::uint8_t> in_;
  std::size_t at_ = 0;
};

}  // namespace heddle::program
