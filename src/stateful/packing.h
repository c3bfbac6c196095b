// SPDX-License-Identifier: Apache-2.0
// What ranks tell each other, and what checkpoints hold, value by value.
#pragma once

#include <vector>

#include "cluster/group.h"
#include "program/machine/machine.h"

namespace heddle::stateful {

inline void put(cluster::Packer& packer, const program::Noticed& noticed) {
  packer << noticed.partial_input << noticed.clock_read << noticed.weak_atomic << noticed.ids_compared
         << noticed.unordered_look << noticed.private_memory_failed << noticed.names_observed
         << noticed.names_scattered << noticed.may_be_symmetric << std::uint64_t{noticed.assumptions.size()};
  for (const auto& [place, met] : noticed.assumptions) packer << place << met;
}
inline void take(cluster::Unpacker& unpacker, program::Noticed& noticed) {
  std::uint64_t count = 0;
  unpacker >> noticed.partial_input >> noticed.clock_read >> noticed.weak_atomic >> noticed.ids_compared >>
      noticed.unordered_look >> noticed.private_memory_failed >> noticed.names_observed >>
      noticed.names_scattered >> noticed.may_be_symmetric >> count;
  for (; count > 0 && unpacker.is_good(); --count) {
    std::uint32_t place = 0;
    bool met = false;
    unpacker >> place >> met;
    noticed.assumptions[place] = met;
  }
}

inline void put(cluster::Packer& packer, const program::Making& making) {
  packer << making.is_thread << making.maker << making.site << making.salt << making.count;
}
inline void take(cluster::Unpacker& unpacker, program::Making& making) {
  unpacker >> making.is_thread >> making.maker >> making.site >> making.salt >> making.count;
}

template <class All>
void put_all(cluster::Packer& packer, const All& all) {
  packer << std::uint64_t{all.size()};
  for (const auto& each : all) packer << each;
}
template <class T>
std::vector<T> take_all(cluster::Unpacker& unpacker) {
  std::uint64_t count = 0;
  unpacker >> count;
  std::vector<T> all;
  for (; count > 0 && unpacker.is_good(); --count) unpacker >> all.emplace_back();
  return all;
}

}  // namespace heddle::stateful
