// SPDX-License-Identifier: Apache-2.0
// What the program itself calls its threads (pthread_setname_np). A table of names has it as regions of memory that no
// program has: a recording then carries it like every other region.
#pragma once

#include <string>

#include "event/names.h"

namespace heddle::event {

inline constexpr std::uint64_t kThreadLabels = std::uint64_t{1} << 62;  // and the thread's number

inline std::string label_of(const Names& names, ThreadId thread) {
  const Region* region = thread.exists() ? names.region_at(kThreadLabels + thread.number()) : nullptr;
  return region != nullptr ? region->name : std::string();
}

inline void set_label(Names& names, ThreadId thread, std::string label) {
  if (label_of(names, thread) != label)
    names.add_region({.address = kThreadLabels + thread.number(), .size = 1, .name = std::move(label)});
}

}  // namespace heddle::event
