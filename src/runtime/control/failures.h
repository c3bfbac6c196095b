// SPDX-License-Identifier: Apache-2.0
// What went wrong in an execution, and where each thread was: failures.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "schedule/scheduler.h"

namespace heddle::control {

struct Controlled;
struct Hold;
struct Shared;

enum class FailureKind : std::uint8_t {
#define HEDDLE_FINDING(enumerator, name, meaning) enumerator,
#include "finding/kind.def"
#undef HEDDLE_FINDING
};
enum class Action : std::uint8_t {
#define HEDDLE_OPERATION(enumerator, name, std_name, target) enumerator,
#include "event/operation.def"
#undef HEDDLE_OPERATION
};

// A thread's part in a failure, or one step of the recorded execution.
struct Place {
  static constexpr std::size_t kFrames = 24, kHolds = 8;
  Thread thread = kNoThread;
  Thread other = kNoThread;  // whom it waits for
  Action action = Action::read;
  bool has_value = false;
  bool unseen = false;        // no step of the schedule: a plain access of watched memory, or a creation
  std::uint8_t baseless = 0;  // control::Baseless + 1: it went so without a reason
  std::uint8_t frames = 0;
  std::uint8_t holds_count = 0;
  std::uint8_t holds_shared = 0;  // a bit each: for reading
  static constexpr std::uint8_t kNoOrder = 255;
  std::uint8_t order = kNoOrder;  // of an atomic access
  std::uint32_t size = 0;
  std::uint64_t address = 0;
  std::uint64_t value = 0;
  std::uint64_t pcs[kFrames] = {};   // innermost first
  std::uint64_t holds[kHolds] = {};  // locks that the thread has, the last one first
  static constexpr std::uint32_t kNoEvent = ~std::uint32_t{0};
  std::uint32_t event = kNoEvent;  // of the execution's graph, under a weak memory model
};
struct Failure {
  static constexpr std::size_t kPlaces = 64;
  FailureKind kind = FailureKind::data_race;
  bool exists = false;
  std::uint32_t places_count = 0;
  std::uint64_t address = 0;
  std::uint32_t size = 0;
  char message[480] = {};
  Place places[kPlaces];
  static constexpr std::size_t kHistory = std::size_t{1} << 15;
  char history[kHistory] = {};  // linearizability: the calls, in JSON
  char scenario[1024] = {};     // of a linearizability test, whatever fails in it
};

void add_hold(Place& place, const Hold& hold);
Place place_of(const Controlled& thread, Action action, std::uint64_t address, std::uint32_t size,
               const void* pc);
Place here(Action action, std::uint64_t address, std::uint32_t size, const void* pc);
void fail(FailureKind kind, const char* message, std::uint64_t address = 0, std::uint32_t size = 0,
          const Place* places = nullptr, std::size_t count = 0);  // returns only for races that are kept
bool claim_failure(Shared& shared);                               // false: another process was faster
bool failed(const Shared& shared);
bool failed_here(const Shared& shared);
void forget_failure(Shared& shared);
Thread awaited_by(const Controlled& thread);  // who holds its lock, or whom it joins; kNoThread: nobody
void deadlock();
void partial_deadlock();  // main ends: do others wait for each other?
void install_signal_handlers();
bool is_own_handler(const void* handler);  // one of those: to the program the signal has none

}  // namespace heddle::control
