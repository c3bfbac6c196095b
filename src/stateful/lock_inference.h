// SPDX-License-Identifier: Apache-2.0
// Which locks protect which variable, learned while searching (section 6 of "Transactions for Software Model
// Checking").
//
// Every variable starts protected by everything; an access takes away what its thread does not hold. What is
// left guards every access seen so far. Once nothing is left the variable is unprotected for good, and
// whatever was explored in the belief that it was protected must be explored again: the search records, for
// each state it expands, the set of variables it relied on (DependencySets), and asks which sets hold one.
//
// A variable is four bytes of memory; an access to more is an access to all of them. Threads count as locks
// that they always hold, so a variable of one thread is protected (section 5.1). A reader's lock protects
// reads; a writer must hold it as a writer. While no other thread exists, or all were joined, everything is
// protected and nothing is learned.
//
// Synchronisation objects are memory too. The calls that only wait and give (lock and unlock, wait and wake, post)
// are atomic with one another: each holds, so to speak, the object itself, as a lock that protects it. Whatever
// else touches its bytes, or tells what state it is in (try and timed calls, init, destroy, free), does not; once
// that happened, and no other lock or thread is common to all, the calls are movers no more.
//
// Where blocks or threads were taken for each other (alike.h), a variable of one is a variable of all; a lock
// then counts only if it is the same for all of them: a lock that is taken for no other, or one in the
// variable's own block.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tsl/robin_map.h>

#include "program/machine/machine.h"
#include "stateful/alike.h"

namespace heddle::stateful {

using program::ThreadNumber;
using program::Word;
using VariableNumber = std::uint32_t;

class LockInference {
 public:
  explicit LockInference(const Alike& alike) : alike_(alike) {}
  // Notes the access; true if what it touches is still protected. `relied` gets the variables.
  bool access(const program::Machine& machine, ThreadNumber thread, Word address, std::uint64_t size,
              bool writes, std::span<const Word> held, std::vector<VariableNumber>& relied);
  // A call uses the object at `address`; `life` is the word of it that stands for its life. True if nothing but
  // such calls was seen to touch it, or they have a lock in common.
  bool use(const program::Machine& machine, ThreadNumber thread, Word address, std::uint64_t size, Word life,
           bool tells, std::span<const Word> held, std::vector<VariableNumber>& relied);
  // The variables an access touches, into `relied`, unless one was revoked: then false.
  bool touch(Word address, std::uint64_t size, std::vector<VariableNumber>& relied);
  // All variables an access touches are unprotected from now on.
  void revoke(Word address, std::uint64_t size);
  // A number for something else that a search relies on, until revoked.
  VariableNumber assumption(Word key) { return variable(key | kAssumption); }
  bool revoked(VariableNumber variable) const { return variables_[variable].unprotected; }
  void revoke(VariableNumber number);
  // Variables that became unprotected since the last call.
  std::vector<VariableNumber> newly_unprotected();
  // All that was learned, for a search of the same program elsewhere; and what such a search has learned: what is
  // left protects every access that either has seen.
  std::string learned() const;
  void learn(std::string_view learned);
  std::size_t size() const { return variables_.size(); }
  std::size_t unprotected() const;
  // For what was written down of a search (search_ranks_rest.cpp): the keys of all variables, by number, and back; those
  // that are unprotected and were told of; and such ones, which need not be told of again.
  std::vector<Word> keys() const;
  VariableNumber number_of(Word key) { return variable(key); }
  std::vector<Word> settled() const;
  void settle(std::span<const Word> keys);
  // Asked within accesses of large extents: they are left half-way, and the search ends.
  std::function<bool()> is_stopped;

 private:
  static constexpr Word kAssumption = Word{1} << 63;
  struct Variable {
    bool known = false;  // accessed at all; before, everything protects it
    bool unprotected = false;
    std::vector<Word> locks;
  };
  struct Used {  // a synchronisation object: its end, and the word that stands for it
    Word end = 0;
    Word life = 0;
  };
  VariableNumber variable(Word key);
  void take_in(VariableNumber number, std::span<const Word> locks);
  void adopt(Word address, Used object);
  void name_locks(Word address, std::span<const Word> held);
  bool note(Word word, bool writes, ThreadNumber thread, std::vector<VariableNumber>& relied);
  template <class Visit>
  void each_word(Word address, std::uint64_t size, const Visit& visit) const;

  const Alike& alike_;
  std::vector<Word> names_;  // of the locks held, as the variable at hand knows them
  std::map<Word, Used> objects_;
  tsl::robin_map<Word, VariableNumber> numbers_;
  std::vector<Variable> variables_;
  std::vector<VariableNumber> shrunk_;
};

// Sets of variables, each kept once.
class DependencySets {
 public:
  using Number = std::uint32_t;  // 0 is the empty set
  DependencySets() : sets_(1) { numbers_.emplace(std::vector<VariableNumber>(), 0); }
  // `variables` in any order, possibly with repetitions.
  Number with(Number set, std::span<const VariableNumber> variables);
  bool holds_any(Number set, const std::vector<VariableNumber>& sorted) const;
  std::size_t size() const { return sets_.size(); }
  const std::vector<VariableNumber>& operator[](Number set) const { return sets_[set]; }

 private:
  std::map<std::vector<VariableNumber>, Number> numbers_;
  std::vector<std::vector<VariableNumber>> sets_;
};

}  // namespace heddle::stateful
