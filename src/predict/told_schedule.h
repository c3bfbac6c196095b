// SPDX-License-Identifier: Apache-2.0
// A predicted schedule as a person reads it: a step a line, as those of an execution are told. Left out is what no other
// thread can tell: uses of memory that one thread has for itself, or hands over to a thread that it makes, or that nobody
// writes; messages from a thread to itself (a library's once, before main); allocations, beginnings and ends. (The witness
// has every step.) Of a long recording only the end is spelled out, and a note says what came before.
#pragma once

#include <optional>
#include <vector>

#include "finding/finding.h"
#include "predict/schedule.h"

namespace heddle::predict {

class ToldSchedule {
 public:
  explicit ToldSchedule(const Recording& recording);

  // The steps on the way, and what they lead to; `marked`, if it is one of them, decides too.
  void add_to(finding::Finding& finding, const Schedule& schedule,
              std::optional<Position> marked = std::nullopt) const;

 private:
  bool matters(const Event& event) const;

  const Recording* recording_;
  std::vector<bool> shared_;  // by memory part
  std::vector<bool> sent_;    // by message: to another thread
};

}  // namespace heddle::predict
