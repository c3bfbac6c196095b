// SPDX-License-Identifier: Apache-2.0
// What heddle tells its user. Plain data in words and numbers: ids are resolved, so a report needs nothing
// else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "event/event.h"
#include "event/names.h"
#include "finding/history.h"

namespace heddle::finding {

enum class Kind : std::uint8_t {
#define HEDDLE_FINDING(enumerator, name, meaning) enumerator,
#include "finding/kind.def"
#undef HEDDLE_FINDING
};
std::string_view name(Kind kind);     // "data-race"
std::string_view meaning(Kind kind);  // one sentence
std::vector<Kind> all_kinds();

// One event of a finding, as a person reads it.
struct Step {
  std::optional<event::Position> event;  // its place in the trace, if there is one
  std::string thread;                    // "T1"
  std::string operation;                 // "write"
  std::string target;                    // "x"; for a mark its values
  event::Location location;
  std::vector<event::Location> stack;  // innermost frame first
  std::vector<std::string> holding;    // locks held
  std::optional<std::uint64_t> value;
  std::string shows;      // the value as a person reads it, where the number says little: "&node"
  std::string order;      // of an atomic access, where it is weaker than it seems: "relaxed"
  std::string sees;       // under a weak memory model: "reads T1's store"
  std::string why;        // and why it may, if that was not the last one
  std::string baseless;   // it need not have been: "wakes up without a reason", "runs out of time"
  std::string heap;       // what memory looks like after it
  bool decisive = false;  // in a schedule: one of those that make the failure
};

// Two steps of a schedule and a relation of the memory model between them: rf, co, fr.
struct Relation {
  std::string relation;
  std::size_t from = 0, to = 0;
};

// A thread that has a part in a finding.
struct ThreadNote {
  std::string name;         // "T1"
  std::string runs;         // the function it was started with
  std::string label;        // what the program calls it (pthread_setname_np)
  event::Location created;  // where; unknown for main
  std::string by;           // which thread created it
};

// Evidence that another component can re-check: it needs the trace or program, and this.
//   positions: the events named by the steps are in the trace and nothing orders them;
//   state:     a global state, how many events of each thread have happened, and a run that reaches it;
//   schedule:  which thread takes each step from the start. Of a long recording `start` says how many events
//              of each thread come first, in the order in which they were recorded; then the run.
struct Slice {
  std::string thread;
  std::uint64_t steps = 0;  // consecutive steps of that thread
};
struct Witness {
  enum class Kind : std::uint8_t { none, positions, state, schedule };
  Kind kind = Kind::none;
  std::vector<std::pair<std::string, std::uint64_t>> state;  // thread, events done
  std::vector<std::pair<std::string, std::uint64_t>> start;  // thread, events; empty: nothing
  std::vector<Slice> run;                                    // from the start to the state or failure
  std::string file;                                          // a file that replays it, if one was written
};

// How sure a finding is that a real execution shows it.
enum class Certainty : std::uint8_t {
  observed,   // it happened
  certain,    // it did not happen here, but a schedule of the same steps shows it
  possible,   // so does one whose reads see other writes; the program may then take another branch
  potential,  // a pattern that often is a bug
};
std::string_view name(Certainty certainty);

struct Finding {
  Kind kind = Kind::data_race;
  Certainty certainty = Certainty::observed;
  std::string message;         // one line
  std::string test;            // of a suite, in which it is
  std::string variable;        // what raced, for those kinds that have one
  std::string predicate;       // what could have held, likewise
  std::vector<Step> steps;     // in the order they happened; a race has two: first and second
  std::vector<Step> schedule;  // all that the threads did until then, where an execution was recorded
  std::vector<Step>
      passing;  // the same of an execution that goes the same way as long as it can, and does not fail
  std::vector<Relation> graph;  // of the schedule, under a weak memory model
  std::vector<ThreadNote> threads;
  Witness witness;
  std::uint64_t count = 1;            // how often it was seen
  std::uint64_t runs = 0;             // of several (--repeat), in which it was seen; 0: there was one
  std::optional<std::uint64_t> seed;  // that showed it first, likewise
  std::vector<std::string> notes;     // what else helps to understand it
  std::optional<History> history;     // of calls, where that is what is wrong
};

// clean means: there is none, within the command's stated guarantee. Anything that could hide a finding (a
// bound reached, an event dropped, a construct not supported) makes it inconclusive, with every reason.
class Verdict {
 public:
  enum class Outcome : std::uint8_t { clean, findings, inconclusive };

  void doubt(std::string reason) { reasons_.push_back(std::move(reason)); }
  const std::vector<std::string>& reasons() const { return reasons_; }
  Outcome outcome(bool has_findings) const {
    if (has_findings) return Outcome::findings;
    return reasons_.empty() ? Outcome::clean : Outcome::inconclusive;
  }

 private:
  std::vector<std::string> reasons_;
};
std::string_view name(Verdict::Outcome outcome);

// A number too large for 64 bits is given in decimal digits.
using StatisticValue = std::variant<std::uint64_t, double, std::string>;
struct Statistic {
  std::string name;  // plain and in snake_case: events, states, seconds, peak_bytes
  StatisticValue value;
};

// Global states of a recorded execution, for a picture: all of them, if they are few.
struct Lattice {
  struct State {
    std::vector<std::pair<std::string, std::uint64_t>> events;  // of each thread that have happened
    std::uint64_t level = 0;                                    // their sum
    bool holds = false;                                         // the predicate
    bool on_path = false;                                       // of the witness
  };
  std::vector<State> states;
  std::vector<std::pair<std::size_t, std::size_t>> edges;  // from one to the next, by position in `states`
};

// A test of a suite; what it found names it.
struct Test {
  std::string name;
  double seconds = 0;
  std::vector<std::string> doubts;
  std::optional<std::string> skipped;  // it skipped itself: why, as it says
};

// The report is about one of several shares of a work (--shard). Those that have all but `number` in common are about
// the same whole.
struct Share {
  std::uint32_t number = 1, count = 1;
  std::string outline;              // a digest of what was shared out, and how
  std::string options;              // what else was asked for that makes a difference
  std::string guarantee;            // of the whole, if every share is clean
  std::vector<std::string> places;  // of each check: what one share saw there may matter to another (merge)
  friend bool operator==(const Share&, const Share&) = default;
};

// How a variable, or a field of all objects of a type, is shared: what its accesses have in common.
struct Protection {
  enum class Rule : std::uint8_t { locks, thread_local_, read_only, handed_over, atomic, pairwise, shared };
  std::string variable;
  std::string declared;  // "bank.c:5"; empty: unknown
  std::string field;     // of what type, if it is of all its objects: "struct account::balance"
  Rule rule = Rule::shared;
  std::string words;               // "protected by `guard`"
  std::vector<std::string> locks;  // common to all accesses
  std::vector<Step> accesses;      // two, of what is shared without a lock in common
  std::string annotation;          // lines that say so in the source; empty: there are none
  std::string guarded_by;          // the same in clang's form: "balance GUARDED_BY(guard)"
  std::uint64_t count = 1;         // elements or objects of which it was seen
};
std::string_view name(Protection::Rule rule);  // "thread-local"

// What one command found: all that a reporter prints.
struct Report {
  std::string command;  // "races"
  std::string input;    // the file or program
  std::vector<Finding> findings;
  Verdict verdict;
  std::vector<Statistic> statistics;
  std::vector<std::string> notes;     // what the verdict rests on; each a line or more
  std::string trace;                  // the recorded execution that it is about, if there is one
  Lattice lattice;                    // of few states
  std::vector<std::uint64_t> levels;  // of many: how many there are after so many events
  std::vector<Test> tests;            // of a suite, in their order
  std::optional<Share> share;
  std::vector<Protection> protections;  // of the memory that threads share
  bool as_annotations = false;          // they are wanted in the form of source code

  Verdict::Outcome outcome() const { return verdict.outcome(!findings.empty()); }
};

// The words for one event of a trace.
Step step_from(const event::Event& event, event::Position position, const event::Names& names);

}  // namespace heddle::finding
