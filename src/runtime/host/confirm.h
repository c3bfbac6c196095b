// SPDX-License-Identifier: Apache-2.0
// Drives a program along a schedule that was predicted from a recording of it, to see whether what was predicted
// happens (explore/native/follow.h does the driving). A run may end with a race that is not the predicted one, or come
// to lines whose code addresses were not known: then it is run again, with that race let pass, its accesses steps of the
// schedule, and those addresses known. Not thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "event/event.h"
#include "event/names.h"
#include "finding/finding.h"
#include "runtime/host/check_record.h"
#include "runtime/host/symbols.h"

namespace heddle::runtime::host {

struct Confirmation {
  enum class Outcome : std::uint8_t {
    confirmed,     // `record` shows it
    fails_before,  // something else: `record`
    other_branch,  // `why`: where, and what stands there in the recording
    not_reached,   // `why`
  };
  Outcome outcome = Outcome::not_reached;
  CheckRecord record;
  std::string why;
  unsigned runs = 0;
};

// Is it what the finding predicts: the same lines, two that race, or a ring of those who wait?
bool shows(const CheckRecord& record, const finding::Finding& predicted);

class Confirmer {
 public:
  // `program` is built; `events` and `names` are of the recording, and stay.
  Confirmer(std::string program, std::vector<std::string> arguments, std::span<const event::Event> events,
            const event::Names& names);

  // Of a finding with a schedule of the recording as its witness. An Error: the program could not be run at all.
  base::Result<Confirmation> confirm(const finding::Finding& predicted, bool output_aside,
                                     const std::function<bool()>& stop);

 private:
  struct Plan {
    std::vector<schedule::PlannedStep> steps;
    std::vector<event::Position> events;  // of each
    std::vector<schedule::PlannedThread> threads;
  };
  using Words = std::set<std::uint64_t>;  // of eight bytes, by their number in the recording
  // Accesses count if they are of these.
  Plan plan_of(const finding::Finding& predicted, const Words& racing) const;
  Words words_at(const event::Location& location, const std::string& operation) const;
  void add_raced(const CheckRecord& record, Words& racing) const;
  std::uint32_t place_at(event::LocationId location) const;
  bool learn(const CheckRecord& record);
  std::string strayed(const CheckRecord& record, const Plan& plan) const;

  std::string program_;
  std::vector<std::string> arguments_;
  std::span<const event::Event> events_;
  const event::Names& names_;
  std::vector<std::vector<event::Position>> of_thread_;
  std::vector<schedule::PlannedThread> threads_;   // by number of the recording; main is 0
  std::map<std::string, std::uint32_t> places_;    // by file and line
  std::map<std::uint64_t, std::uint32_t> stacks_;  // key → place
};

}  // namespace heddle::runtime::host
