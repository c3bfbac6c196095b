// SPDX-License-Identifier: Apache-2.0
// Sums over the threads, all at once, by a diagram (states/diagram.h) whose nodes also know the sums so far.
//
// Prefixes of digits that leave the same bounds to the rest and have the same partial sums can be completed
// in the same ways, so one of them stands for all: the one with the fewest events. Partial sums that can no
// longer fail, or no longer succeed, whatever comes, are told by the least and greatest value that the
// remaining tables have: the former count as one value, the latter are dropped. At worst exponential:
// building stops at a given number of bytes.
#pragma once

#include <optional>

#include "base/stop.h"
#include "predict/formula.h"

namespace heddle::predict {

struct Folded {
  bool complete = false;       // else a limit was reached, and `state` says nothing
  std::optional<State> state;  // one with the fewest events in which every sum holds
  std::uint64_t nodes = 0;
};
Folded fold(const Poset& poset, const std::vector<Sum>& sums, std::size_t limit_bytes,
            const base::Stop& stop);

}  // namespace heddle::predict
