// SPDX-License-Identifier: Apache-2.0
// Small concurrent programs in memory, to run searches on by the thousands: a generator, an interpreter that
// asks a scheduler, and a shrinker. The interpreter judges each execution by brute force: races by the
// closure of happens-before over all pairs of accesses, and the class of an execution as the set of
// its events with all that happens before each.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "schedule/scheduler.h"

namespace heddle::small {

struct Instruction {
  enum class Kind : std::uint8_t {
    read,
    write,
    load,
    store,
    add,
    swap,
    exchange,       // compare-exchange
    weak_exchange,  // which may fail without a reason
    lock,
    unlock,
    try_lock,
    lock_shared,
    unlock_shared,
    wait,
    timed_wait,
    notify,
    notify_all,
    skip_unless,
    choose,
    post,
    acquire,
    try_acquire,
    once,      // if it was done before: skips so many
    once_end,  // it is done
    spawn,
    join,
    await,
  };
  Kind kind = Kind::read;
  int target = 0;  // variable, lock, condition, semaphore, thread
  int value = 0;   // written is register + value; skip_unless register == value; await: until it differs
  int other = 0;  // exchange: expected; wait: lock; skip_unless, once: how many; await: or the other variable
                  // differs from this − 1, if there is another
};
std::string describe(const Instruction& instruction);

struct Program {
  std::vector<std::vector<Instruction>> threads;  // thread 0 runs first; the others when spawned, or at once
};
std::string describe(const Program& program);

struct Execution {
  std::string final_state;
  std::set<std::string> races;  // pairs of instructions
  std::set<int> racy;           // plain variables
  bool deadlock = false;
  bool complete = false;  // not given up by the scheduler
  std::string equivalence_class;
  std::size_t steps = 0;
};

struct Visibility {
  bool all = false;         // every plain access is a visible operation
  std::set<int> variables;  // else those of these variables
};

Execution run(const Program& program, const Visibility& visible, control::Scheduler& scheduler,
              bool* another = nullptr);

struct Shape {
  int threads = 2;
  int instructions = 5;
  bool locks = true;
  bool conditions = true;
  bool atomics = true;
  bool plain = true;
  bool spawns = true;
  bool outcomes = true;    // several outcomes of one operation
  bool exchanges = false;  // of the atomics, most are compare-exchanges
  int variables = 2;       // atomic ones
};
Program generate(std::mt19937_64& random, const Shape& shape);
// Removes instructions as long as the program still fails.
Program shrink(Program program, const std::function<bool(const Program&)>& fails);

}  // namespace heddle::small
