// SPDX-License-Identifier: Apache-2.0
// One execution to ask questions about: its poset, and what each event of it meant, the values that marks set
// and the memory that was accessed. Immutable once made; safe to share between threads.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "event/event.h"
#include "event/names.h"
#include "order/poset.h"

namespace heddle::predict {

using order::EventRef;
using order::Index;
using order::Poset;
using order::State;

// By process, by number of events done: a value.
using Table = std::vector<std::vector<std::int64_t>>;

class Computation {
 public:
  // `names` must outlive it; `events` are the whole trace from which `poset` was made.
  Computation(Poset poset, std::vector<event::Event> events, const event::Names& names);

  const Poset& poset() const { return poset_; }
  const std::vector<event::Event>& events() const { return events_; }
  const event::Names& names() const { return *names_; }
  const std::string& thread_name(std::size_t process) const {
    return names_->threads[poset_.thread(process)];
  }

  // What marks set, by name. Every thread has a value at any time, 0 before its first mark of that name.
  const std::map<std::string, Table>& variables() const { return variables_; }

  // The trace positions of a process's events, and how many of them are done when `index` of its poset events
  // are.
  const std::vector<event::Position>& positions(std::size_t process) const { return positions_[process]; }
  std::size_t steps(std::size_t process, Index index) const;

 private:
  Poset poset_;
  std::vector<event::Event> events_;
  const event::Names* names_;
  std::vector<std::vector<event::Position>> positions_;
  std::map<std::string, Table> variables_;
};

}  // namespace heddle::predict
