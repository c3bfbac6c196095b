// SPDX-License-Identifier: Apache-2.0
// Several runs of one program as one report: a finding that several of them have stands there once, with the number of
// runs that have it and the seed of the first of them.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "finding/finding.h"

namespace heddle::finding {

class Repeated {
 public:
  // `with_seeds`: a seed makes a run what it is, and a note tells which.
  explicit Repeated(bool with_seeds) : with_seeds_(with_seeds) {}
  void add(Report run, std::uint64_t seed);
  // Of all runs. Numbers are summed; `threads` and `peak_bytes` are the largest.
  Report report() const;

 private:
  void add_statistics(const Report& run);

  bool with_seeds_;
  std::uint64_t runs_ = 0;
  Report whole_;
  std::map<std::string, std::size_t> known_;  // by places: the position in `whole_.findings`
};

}  // namespace heddle::finding
