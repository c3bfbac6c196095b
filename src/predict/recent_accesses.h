// SPDX-License-Identifier: Apache-2.0
// The latest accesses of each byte range, for a predicate that speaks of races and is watched while the events arrive:
// whether an access can race at all, before anybody looks at states.
//
// If the latest access of a range by process q happened before event e, so did all earlier ones. So of each process, kind
// of access and range only the latest is kept, by the words it touches; a new access races with an earlier one iff one of
// these conflicts with it and is not in its clock (FastTrack's argument, with the reads of every process kept). Time
// O(accesses kept of a word), memory O(ranges · processes). Not thread-safe.
#pragma once

#include <span>
#include <vector>

#include <tsl/robin_map.h>

#include "event/event.h"
#include "order/poset.h"

namespace heddle::predict {

class RecentAccesses {
 public:
  // Remembers that event `index` of `process` is this access. True: it races with one before it, as `clock`, what
  // happened before it, tells.
  bool add(std::size_t process, order::Index index, const event::Event& access,
           std::span<const order::Index> clock);

 private:
  struct Kept {
    std::size_t process;
    order::Index index;
    event::Event access;
  };
  tsl::robin_map<std::uint64_t, std::vector<Kept>> words_;
};

}  // namespace heddle::predict
