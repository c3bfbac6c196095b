// SPDX-License-Identifier: Apache-2.0
// The summary function h of "Precise Data Race Detection in a Relaxed Memory Model using Model Checking", as
// a part of the state: what happens-before says about the past, as far as the future can ask.
//
// For each thread, lock, atomic variable … a row of bits, one a *fact*: "the last write of this memory
// happens before whatever acquires here", "the last read of it by that thread does". We keep the complement,
// the facts *not* known, so a row that was never touched is all zeros and a fact that holds everywhere costs
// nothing. A release joins the thread's row into the object's, an acquire the other way; a plain write makes
// its fact unknown to everyone but the writer. An access races if a fact it needs is unknown to its thread.
// Reads are tracked too: a read followed by an unordered write is undefined in C11 (errata, h 3).
//
// C11's rules for atomics: a store replaces what the variable publishes (a relaxed one publishes nothing), a
// read-modify-write continues the release sequence; fences publish what was, and receive what is, read and
// written around them. Reclaimed memory starts afresh. Facts are of single bytes, so
// accesses of different bytes are told apart exactly.
//
// Goldilocks' locksets are the same relation read the other way round: x's lockset is the set of rows that
// know x's facts. That is why the same structure serves as the mover oracle of --reduction goldilocks.
//
// Cost: an acquire or release is one pass over a row, a write one bit in every row. Not thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tsl/robin_map.h>

#include "program/machine/machine.h"
#include "stateful/machine_search.h"
#include "stateful/stale_reads.h"

namespace heddle::stateful {

// A race just found: the thread that accessed now, and whose earlier access it does not know of.
struct SummaryRace {
  Word address = 0;
  std::uint64_t size = 0;
  bool earlier_is_write = false;
  std::optional<ThreadNumber> earlier_thread;  // none: whoever wrote last
  program::Effect effect;
};

class SummaryState {
 public:
  // What a step did. Races are appended; the access counts as having happened.
  // Who is alone is ordered with all that others did.
  void apply(std::span<const program::Effect> effects, std::vector<SummaryRace>& races, bool alone = false);
  // That a call used its object is only a fact for objects that something else was seen to touch as well, which is
  // rare; each costs states. When the first such access comes, the earlier calls are forgotten already: then this
  // is true, once, and everything must be searched anew.
  bool found_exposed_object();
  void begin_anew();  // with nothing known, but what such objects are
  void choose(Discipline discipline) { discipline_ = discipline; }
  // From now on stale reads are looked for too (stale_reads.h); the place of one, 0 if there was none.
  void look_for_stale_reads() { with_stale_ = true; }
  std::uint32_t stale_read() const { return stale_.place(); }
  std::size_t most_rows() const { return most_rows_; }  // of any state
  std::size_t facts() const { return facts_.size(); }
  // All that matters, in one canonical form, and back.
  void write(std::vector<std::uint8_t>& bytes);
  void read(std::span<const std::uint8_t> bytes);
  // What write() wrote, as a summary of the same program elsewhere understands it; and back.
  std::string portable(std::span<const std::uint8_t> bytes) const;
  std::vector<std::uint8_t> from_portable(std::string_view text);
  // The objects that calls were seen to use, which a state that was made elsewhere relies on; and such objects. True if
  // one is new that something else was seen to touch.
  struct UsedObject {
    Word address = 0;
    std::uint64_t size = 0;
    bool exposed = false;
  };
  std::vector<UsedObject> used() const;
  bool learn(std::span<const UsedObject> objects);

 private:
  struct Row {
    std::vector<std::uint64_t> missing;  // no trailing zero word
    Seen seen;
  };
  struct Key {  // of a row: a thread, or a synchronisation object's address, and what about it
    std::uint8_t kind;
    Word of;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  // What a fact is about. Facts are numbered once and for all, per (address, role).
  struct FactKey {
    Word address;          // a byte
    std::uint32_t reader;  // its role: which kind of access, and whose
    friend auto operator<=>(const FactKey&, const FactKey&) = default;
  };

  static std::map<Key, Row> rows_in(std::span<const std::uint8_t>& bytes);
  static void write(const std::map<Key, Row>& rows, std::vector<std::uint8_t>& bytes);
  Row& thread_row(ThreadNumber thread) { return rows_[{0, thread}]; }
  std::uint32_t fact(Word address, std::uint32_t reader);
  static bool unknown(const Row& row, std::uint32_t fact);
  static void forget(Row& row, std::uint32_t fact, bool is_unknown);
  static void join(Row& into, const Row& from);  // knows what either knows
  static void trim(Row& row);
  void acquire(ThreadNumber thread, Key from);
  void release(ThreadNumber thread, Key to);
  void access(const program::Effect& effect, std::vector<SummaryRace>& races, bool alone);
  void follow_stale(const program::Effect& effect);
  void load(const program::Effect& effect);
  void store(const program::Effect& effect);
  void fence(const program::Effect& effect);
  void start_afresh(Word address, std::uint64_t size);
  void forget_uses(Word byte);
  void make_fact(Word byte, const program::Effect& effect, bool writes, bool is_atomic);

  struct Used {  // a synchronisation object that calls used
    std::uint64_t size = 0;
    bool exposed = false;  // and others accessed plainly
  };
  std::map<Word, Used> objects_;  // shared by all states, only grows
  bool found_exposed_ = false;
  Discipline discipline_ = Discipline::shared_reads;
  bool with_stale_ = false;
  StaleReads stale_;
  std::map<Key, Row> rows_;
  std::size_t most_rows_ = 0;
  std::map<FactKey, std::uint32_t> fact_numbers_;  // shared by all states, only grows
  std::vector<FactKey> facts_;
  std::map<Word, std::vector<std::uint32_t>> facts_at_;  // byte → its facts
};

}  // namespace heddle::stateful
