// SPDX-License-Identifier: Apache-2.0
// A search decides which executions are run, in which order, and when there are no more. Those that can be asked for
// by name stand in one table (strategies.h); Replay runs one given schedule.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "explore/arena.h"
#include "schedule/memory.h"
#include "schedule/scheduler.h"

namespace heddle::explore {

using schedule::Access;
using schedule::Decision;
using schedule::Moment;
using schedule::Operation;
using schedule::Thread;
using schedule::ThreadView;

inline constexpr std::uint32_t kAnyNumber = ~std::uint32_t{0};

struct Options {
  std::uint32_t preemptions = kAnyNumber;  // all, races: at most so many in one execution
  std::uint64_t executions = 0;            // samplers: how many to run
  std::uint64_t seed = 1;                  // samplers: the same seed, the same executions
  std::uint32_t depth = 3;                 // pct: changes of priority + 1
  std::uint32_t share = 0;  // samplers: this search is the share-th of `shares`, which divide the work
  std::uint32_t shares = 1;
  std::string_view model = "sc";  // graphs: the memory model
};

struct Progress {
  std::uint64_t executions = 0;  // complete ones
  std::uint64_t redundant = 0;   // given up: equivalent to others
  double done = 0;               // an estimate, 0 to 1: how much of this search's tree is behind it
};

class Search : public schedule::Scheduler {
 public:
  // The decisions of the execution that runs, or ended last.
  virtual std::span<const Decision> schedule() const = 0;
  virtual Progress progress() const = 0;
  // What decides the values of atomics; nullptr: memory itself.
  virtual schedule::Memory* memory() { return nullptr; }
  // Why the search is not exhaustive, "" if it is.
  virtual std::string_view bound() const { return ""; }
  // The program did not repeat itself under the same schedule, which is then the bound.
  virtual bool diverged() const { return false; }

  // Searches that several processes share. Between two executions a search may hand over a part of what it
  // has left to a new one in another arena; nullptr: there is nothing to spare. When `finish` says that
  // there is no other execution although a part is `awaited`, the search goes on once that part is exhausted.
  // A part worth less than the handing over is given only if `any` will do.
  virtual Search* split(Arena& /*arena*/, bool /*any*/) { return nullptr; }
  virtual const Search* awaited() const { return nullptr; }
  virtual bool go_on() { return false; }
  // A part that turned out to belong to no execution of the whole: what it ran does not count.
  virtual bool is_void() const { return false; }
  // Nobody needs what this part found any more.
  virtual bool is_taken_up() const { return true; }
  // How much of the whole is this search's.
  virtual double weight() const { return 1; }
};

}  // namespace heddle::explore
