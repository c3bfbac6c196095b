// SPDX-License-Identifier: Apache-2.0
// How the program's memory is shared: for every variable and field that others could reach while there were others, what
// its accesses have in common. Told to people; the search itself learns what it needs in lock_inference.h.
//
// The search shows every access with every set of locks that its thread can hold there, whatever the reduction (Theorem
// 6.1 of "Transactions for Software Model Checking"). So what is said of locks, of one thread and of reading only is said of
// all executions, if the search was complete. What hands memory over is seen along some executions only, which are walked
// at random at the end: there may be other ways.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "finding/finding.h"
#include "program/machine/machine.h"
#include "stateful/alike.h"

namespace heddle::stateful {

using program::ThreadNumber;
using program::Word;

class Sharing {
 public:
  // A step of a thread was done: before it somebody else was there, or not. Threads and blocks that are taken for others
  // count as several.
  void note(program::Machine& machine, ThreadNumber thread, bool alone, const Alike& alike);
  void clear() { *this = Sharing(); }
  // From the first state on, along some executions: what orders accesses that have no lock in common.
  void walk(program::Machine& machine, std::span<const program::ComponentNumber> first_state);
  // In the order of their names; `findings`: where there are races.
  std::vector<finding::Protection> told(const program::Machine& machine,
                                        const std::vector<finding::Finding>& findings) const;

 private:
  struct Access {
    ThreadNumber thread = 0;
    std::uint32_t location = 0;
    event::Operation operation = event::Operation::read;
    std::vector<Word> held;
  };
  struct Variable {
    std::string name;
    std::string declared;  // in words; empty: unknown
    program::FieldName field;
    std::optional<ThreadNumber> only;  // nobody else
    bool several = false;
    bool written = false;
    bool all_atomic = true;
    std::vector<Word> locks;              // common to all
    std::vector<Access> accesses;         // different ones, the first few
    std::set<std::string> givers;         // what handed it over, at some time
    std::set<std::string> common_givers;  // every time
    void note_givers(const std::set<std::string>& now);
    bool unordered = false;  // two accesses, along some execution
  };
  using Place = std::pair<Word, std::uint64_t>;
  struct Walk;

  Variable& variable(program::Machine& machine, Place place);
  void note_access(program::Machine& machine, const program::Effect& effect, const Alike& alike);
  void follow_order(const program::Machine& machine, Walk& walk, const program::Effect& effect);
  void follow(program::Machine& machine, Walk& walk, const program::Effect& effect);
  std::optional<std::pair<Access, Access>> pair_without_lock(
      const program::Machine& machine, const Variable& variable,
      const std::vector<finding::Finding>& findings) const;
  finding::Protection told(const program::Machine& machine, const Variable& variable,
                           const std::vector<finding::Finding>& findings) const;
  finding::Protection of_locks(const Variable& variable) const;
  std::string lock_name(Word lock) const;
  finding::Step step_of(const program::Machine& machine, const Variable& variable,
                        const Access& access) const;

  std::map<Place, Variable> variables_;
  std::map<Word, std::pair<std::string, program::FieldName>> locks_;  // what they are called
  std::uint32_t first_start_ = 0;                                     // where the first thread is made
};

}  // namespace heddle::stateful
