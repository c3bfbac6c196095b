// SPDX-License-Identifier: Apache-2.0
// The execution behind a finding under a weak memory model, as the process under control wrote it down; and whether the
// model allows it, derived once more from the axioms as the papers print them: relations over all pairs of events, sw and
// hb by their definitions. No line is shared with the search (src/explore), which keeps clocks.
//
//   rc11  Lahav, Vafeiadis, Kang, Hur, Dreyer: Repairing Sequential Consistency in C/C++11 (PLDI 2017)
//   tso   Alglave, Maranget, Tautschnig: Herding Cats (TOPLAS 2014)
//   sc    po ∪ rf ∪ co ∪ fr has no cycle
// Time: cubic in the events, over 64; one execution is checked, once.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "event/operation.h"
#include "finding/finding.h"

namespace heddle::runtime::host {

struct WitnessEvent {
  enum class Kind : std::uint8_t { read, write, fence, after };
  static constexpr std::int64_t kInitial = -1, kNothing = -2;
  Kind kind = Kind::read;
  event::MemoryOrder order = event::MemoryOrder::relaxed;
  std::uint32_t thread = 0;
  std::uint32_t location = 0;
  std::uint64_t value = 0;       // read or written
  std::uint32_t rank = 0;        // write: its place among those of the location, from 1
  std::int64_t from = kNothing;  // read: the write; after: the event it comes after
  bool modifies = false;         // half of a read-modify-write
  bool locked = false;           // a read of an operation that can modify
  bool among_readers = false;    // a read of a reader's operation on a readers-writer lock
};

struct WitnessGraph {
  std::vector<WitnessEvent> events;  // each after those of its thread before it, and after what it reads
  std::map<std::uint32_t, std::uint64_t> initial;

  // Which axiom of the model it breaks; empty: it is one of the model's executions.
  std::string broken_axiom(std::string_view model) const;
  std::uint32_t rank_read(const WitnessEvent& read) const {
    return read.from < 0 ? 0 : events[static_cast<std::size_t>(read.from)].rank;
  }
};

// A note: whether the model allows the execution, by another way than it was found.
void add_judgement(const WitnessGraph& graph, std::string_view asked, finding::Finding& finding);

}  // namespace heddle::runtime::host
