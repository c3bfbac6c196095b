// SPDX-License-Identifier: Apache-2.0
// Whether weak atomics could show more than sequential consistency does: then a search under sequential consistency has
// not seen everything, and says so. Else its answer holds under C11's memory model too. The idea is of Ori Lahav and Roy
// Margalit, "Robustness against Release/Acquire Semantics" (PLDI 2019), with the rules of RC11 for weaker and stronger
// orders.
//
// C11 builds an execution access by access. Each could choose an older write than the last one: a load to read from it, a
// store or read-modify-write to stand right behind it. What it may not choose is what its thread *has seen* superseded: by
// happens-before, by its own accesses of that variable, by seq_cst fences. What it may choose without leaving sequential
// consistency is whatever is not superseded in its *past*, that is by conflicts of any order (then the access could as well
// have come earlier, and the search sees that elsewhere). So the first execution that leaves sequential consistency does it
// with an access whose past has a later write of the variable than its thread has seen. This looks for such an access.
//
// Writes of a variable are numbered. `Seen` has the last one that a row of happens-before knows (summary_state.h carries it
// along), `past_` the last one in the past of a thread, of an object, of a variable's writes and reads. Only how the numbers
// compare matters; a state has them as ranks, so there are finitely many. Where all accesses of a variable are seq_cst they
// have one order, which shows each of them what others knew: kOrdered.
//
// Exact for accesses of one size; others count as able to leave. A step of heddle's own library is never stale: it looks at
// what is there, as the kernel does for those who wait.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "program/machine/machine.h"

namespace heddle::stateful {

using program::ThreadNumber;
using program::Word;

using Seen = std::map<Word, std::uint32_t>;  // variable → a write of it; the first ones are left out
void join_seen(Seen& into, const Seen& from);

class StaleReads {
 public:
  using Key = std::pair<std::uint8_t, Word>;
  // An access, before happens-before follows it; `mine` is what its thread has seen.
  void access(const program::Effect& effect, Seen& mine);
  // Any other operation of synchronisation.
  void synchronise(const program::Effect& effect);
  void fence(const program::Effect& effect, Seen& mine);
  // Memory that is new: nothing is left of what was there. Then the caller's rows need forgotten() too.
  void start_afresh(Word address, std::uint64_t size);
  static void forget(Seen& seen, Word address, std::uint64_t size);
  // The place of an access that could leave sequential consistency; 0: none so far.
  std::uint32_t place() const { return place_; }
  // A variable turned out to have weak accesses after it was taken for one that has none: once, search anew.
  bool found_weak();
  // Ranks instead of numbers, in the caller's rows too: those of threads first.
  void normalise(std::span<Seen* const> threads, std::span<Seen* const> others);
  void write(std::vector<std::uint8_t>& bytes) const;
  void read(std::span<const std::uint8_t>& bytes);
  void begin_anew();

 private:
  std::vector<Word> cells(const program::Effect& effect);
  void leave(const program::Effect& effect) { place_ = place_ != 0 ? place_ : std::max(effect.location, 1U); }

  std::map<Key, Seen> past_;
  std::map<Key, Seen> ordered_;
  // Shared by all states, these only grow.
  std::map<Word, std::uint64_t> widths_;
  std::set<Word> weak_;    // variables with weak accesses
  std::set<Word> strong_;  // taken for ones without
  bool found_weak_ = false;
  std::uint32_t place_ = 0;
};

void write_seen(const Seen& seen, std::vector<std::uint8_t>& bytes);
Seen read_seen(std::span<const std::uint8_t>& bytes);

}  // namespace heddle::stateful
