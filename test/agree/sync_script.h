// SPDX-License-Identifier: Apache-2.0
// Scripts of synchronisation calls: a few threads, a few objects, and who calls what next. They are random, and
// are both executed for real (sync_libc.h) and foretold by the rule book (sync_foretold.h).
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "sync/call.h"

namespace heddle::sync_script {

inline constexpr int kThreads = 3;

// The objects of a script. Threads are numbered apart.
enum Slot : std::uint8_t { mutex_a, mutex_b, rwlock, spin, condition, semaphore, barrier, once };
inline constexpr int kSlots = 8;

enum class Time : std::uint8_t { past, far, invalid };
enum class Clock : std::uint8_t { unnamed, monotonic, realtime, invalid };  // unnamed: the call without one

struct Step {
  int thread = 0;
  sync::Call call{};
  int target = 0;  // which mutex, or which thread
  Time time = Time::past;
  Clock clock = Clock::unnamed;
  bool c11 = false;  // by its name in threads.h, if it has one
  unsigned value =
      0;  // of an init: a mutex's kind, a rwlock's flags, a semaphore's value, a barrier's parties
  friend bool operator==(const Step&, const Step&) = default;
};
using Script = std::vector<Step>;

int slot(const Step& step);  // its object's, -1 for a thread
std::string describe(const Step& step);
std::string describe(const Script& script);
// The kinds of objects in it are few, so that calls meet.
Script random_script(std::mt19937_64& random);

// What came of a step, for one thread: its call returned, or it began a once flag's routine.
struct Result {
  bool returned = false;
  int value = 0;
  int out = 0;  // what the call wrote: a semaphore's value, a thread's result
  friend bool operator==(const Result&, const Result&) = default;
};
inline constexpr int kInRoutine = 1000;
struct Seen {
  std::array<Result, kThreads> results;
  std::array<bool, kThreads> ended{};
  friend bool operator==(const Seen&, const Seen&) = default;
};
std::string describe(const Seen& seen);

inline int exit_value(int thread) { return 100 + thread; }

}  // namespace heddle::sync_script
