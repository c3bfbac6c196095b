// SPDX-License-Identifier: Apache-2.0
// What a check's steps saw under a weak memory model, in words, and the relations between them, by the witness's graph.
#pragma once

#include <string>
#include <vector>

#include "finding/finding.h"
#include "runtime/host/check_memory.h"
#include "runtime/host/check_record.h"

namespace heddle::runtime::host {

// Of each step: what it read, and if that is not what was written last, why it may; and how it was ordered.
struct Seen {
  std::string what, why, order;
};
std::vector<Seen> what_was_seen(const CheckRecord& check, CheckMemory& memory);

// Who reads from whom (rf), which write comes after which (co), which read before which write (fr); by the numbers of
// steps. None where sequential consistency was searched.
std::vector<finding::Relation> relations(const CheckRecord& check);

}  // namespace heddle::runtime::host
