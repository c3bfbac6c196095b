// SPDX-License-Identifier: Apache-2.0
// What a program says of its memory (<heddle/annotate.h>), and whether it is true.
//
// HEDDLE_EXCLUSIVE is the exclusive predicate E(t, x) of section 4 of "Transactions for Software Model Checking": when
// it holds for thread t, t has the right to x. Its two conditions are checked after every step: no two threads have the
// right at once, and no thread's step gives it to another or takes it away. What an access without the right has to
// be like is search_rights.cpp's business.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "program/machine/machine.h"

namespace heddle::stateful {

using program::ThreadNumber;
using program::Word;

// Who has the right to what an annotation speaks of; of a field: in this object.
struct Right {
  std::size_t annotation = 0;
  Word instance = 0;
  std::vector<ThreadNumber> holders;
  bool has(ThreadNumber thread) const;
  bool has_another_than(ThreadNumber thread) const;
};
using Rights = std::vector<Right>;

class Annotations {
 public:
  explicit Annotations(const program::Program& program);
  bool any() const { return !program_.annotations.empty() || !program_.field_annotations.empty(); }
  bool any_exclusive() const { return any_exclusive_; }

  struct Said {
    bool covers = false;    // HEDDLE_PROTECTED_BY or HEDDLE_THREAD_LOCAL speaks of all that is accessed
    std::string violation;  // of one that speaks of some of it
  };
  // Of an access; but for HEDDLE_EXCLUSIVE.
  Said of(program::Machine& machine, ThreadNumber thread, Word address, std::uint64_t size, bool writes,
          std::span<const Word> held);
  // Races on all of it are meant.
  bool is_benign(Word address, std::uint64_t size) const;

  // All there are in this state.
  Rights rights(program::Machine& machine) const;
  // Those that an access needs: places in `rights`.
  std::vector<std::size_t> needed(const program::Machine& machine, const Rights& rights, Word address,
                                  std::uint64_t size) const;
  // After a step of `thread`: words if one of the two conditions is broken.
  std::string wrong_rights(program::Machine& machine, ThreadNumber thread, const Rights& before,
                           const Rights& after) const;
  // The predicate of a right, in words.
  std::string predicate(const program::Machine& machine, const Right& right) const;
  // A lock that whoever has the right holds, for lock_inference.h.
  static Word as_lock(const Right& right);

 private:
  const program::Annotation& annotation(std::size_t number) const;
  template <class Visit>
  void each_at(const program::Machine& machine, Word address, std::uint64_t size, const Visit& visit) const;

  const program::Program& program_;
  bool any_exclusive_ = false;
  std::map<Word, ThreadNumber> own_thread_;  // of variables annotated as one thread's own
};

}  // namespace heddle::stateful
