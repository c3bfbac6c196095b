// SPDX-License-Identifier: Apache-2.0
// Threads that stand before given events, locks taken as recorded: the cheap half of every prediction.
//
// Idea and paper. The closure of the given events is the least set of events that contains what comes before
// them and, of two sections of a lock in it, the recorded-earlier one to its end. If it does not contain the
// given events themselves, its recorded order is a schedule after which each of them is its thread's next.
// On the loset in which reads follow their writes every read on that schedule sees what it saw: this is the
// closure of Mathur, Pavlogiannis and Viswanathan, "Optimal prediction of synchronization-preserving races"
// (2021). On the loset without reads it finds whatever happens-before leaves unordered.
//
// The closure grows with the given events. So if it contains one of them, that one is of no use together with
// any later others: among lists of candidates, one list a thread, advancing past what is contained finds the
// first combination that can stand, or proves that there is none, in as many steps as there are candidates
// (for rings of locks: Tunç, Mathur, Pavlogiannis and Viswanathan, "Sound dynamic deadlock prediction in
// linear time", 2023).
//
// Cost. Only a section that is open where the set ends can be forced to end, and it is as soon as the set has
// a later one of its lock. So each lock has a record: the latest of its sections in the set, and those that
// are open. A record is made when its lock is first met, by a search outwards from where it was last made, and
// kept up while threads advance, section by section; after a long jump it is cheaper to make the records anew.
// A step costs O(threads) and O(1) a section passed.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/stop.h"
#include "predict/recording.h"

namespace heddle::predict {

// A thread stands before an event. Ready: all that must come before the event itself has happened; a thread
// that waits there for another one is not.
struct Standing : EventAt {
  bool ready = true;
  EventAt after =
      {};  // what must have happened even so: the fork of a thread that it joins; index 0: nothing
  // The last event of its own whose needs have happened.
  Index known() const { return ready ? index : index - 1; }
};

class Closure {
 public:
  // Of the recording's two losets one.
  Closure(const Recording& recording, const order::Loset& loset);

  enum class Grown : std::uint8_t { stands, contains, never };
  // Adds what these need. `never`: a section would have to end that does not, and that stays so.
  Grown grow(std::span<const Standing> next);
  void clear();
  const State& state() const { return state_; }
  std::uint64_t steps() const { return steps_; }  // how often it was to grow

 private:
  struct Section {
    std::uint32_t thread, number;  // into the intervals of its thread
  };
  struct Record {
    std::uint32_t made = 0;              // in which age
    Position exclusive = 0, shared = 0;  // one past the latest section begun in the set; 0: none
    std::vector<Section> open;
    std::vector<std::uint32_t> next;  // by thread: where its sections of the lock were last left
  };
  void take(std::size_t thread, Index index);
  void pass_sections(std::size_t thread);
  void jump();
  Record& record_of(event::LockId lock);
  void enter(Record& record, Section section);
  void end_earlier(Record& record);

  const Recording* recording_;
  const order::Loset* loset_;
  State state_;
  State passed_;                   // by thread: sections up to here are in the records
  std::vector<std::size_t> next_;  // by thread: the first section beyond
  std::vector<Record> records_;    // by lock
  std::vector<std::vector<std::uint32_t>> of_other_kind_;  // by thread and section
  std::uint32_t age_ = 1;                                  // records of an earlier age are to be made anew
  bool never_ = false;
  std::uint64_t steps_ = 0;
};

// Candidates of one thread, in its order; all of them ready, or none.
struct Candidates {
  std::size_t thread = 0;
  std::span<const Index> events;
  bool ready = true;
  EventAt after = {};
  Standing standing(Index event) const { return {{thread, event}, ready, after}; }
};
// Which of the chosen events is of no use with the others, or later others, for another reason.
using OfNoUse = std::function<std::optional<std::size_t>(std::span<const Standing>)>;
// The first combination that can stand, one of each list; none if there is none. The closure is cleared
// first, and afterwards is that of the combination.
std::optional<std::vector<Standing>> first_standing(Closure& closure, std::span<const Candidates> lists,
                                                    base::StopCheck& stop, const OfNoUse& of_no_use = {});

}  // namespace heddle::predict
