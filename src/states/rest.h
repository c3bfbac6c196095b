// SPDX-License-Identifier: Apache-2.0
// What is left of an enumeration by intervals (spread.h), in a file, for another time: results of what was done, and the
// intervals that wait. A digest at the end tells whether the file is whole; another one, of the poset and the build of
// heddle, whether it is of what is looked at now.
//
//   "heddle states 1\n"  identity  length  Rest…  digest of all before it          (numbers of 8 bytes)
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "cluster/group.h"
#include "states/interval.h"

namespace heddle::states {

struct Rest {
  std::vector<std::string> results;  // of those who did what is not left
  std::vector<Interval> intervals;

  void add(Rest more);
};

void pack(cluster::Packer& packer, const Rest& rest);
// False: it is damaged, or of a poset with another number of processes.
bool unpack(cluster::Unpacker& unpacker, const Poset& poset, Rest& rest);

std::uint64_t digest_of(const Poset& poset);
// The file appears whole or not at all: the one before stays if there is no room for it.
base::Result<void> write_rest(const std::string& path, const Rest& rest, std::uint64_t identity);
base::Result<Rest> read_rest(const std::string& path, const Poset& poset, std::uint64_t identity);

}  // namespace heddle::states
