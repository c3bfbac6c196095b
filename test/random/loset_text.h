// SPDX-License-Identifier: Apache-2.0
// Losets as a few lines of text, for tests, examples and messages:
//
//     t1: acq a . . rel a        each word an event; `.` is one that neither acquires nor releases
//     t2: acqs a rels a          shared
//     t1.2 -> t2.1               event 2 of t1 before event 1 of t2, in every schedule
//
// Threads are numbered as they appear; a `;` is a line break; `#` begins a comment.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "order/loset.h"

namespace heddle::order {

struct NamedLoset {
  Loset loset;
  std::vector<std::string> threads;
  std::vector<std::string> locks;
};

base::Result<NamedLoset> loset_from(std::string_view text);
// The inverse, as far as the loset knows: threads t1 …, locks l1 …, one edge where a clock grows.
std::string text(const Loset& loset);
std::string text(const State& state);  // "[3,0,7]"

}  // namespace heddle::order
