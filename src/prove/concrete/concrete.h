// SPDX-License-Identifier: Apache-2.0
// The oracle: all executions of a few threads with a few calls each, on concrete heaps with real addresses.
//
// Under collection every allocation is a new cell; under explicit memory it is a new one or any freed one,
// with what was left in it, and pointers to freed cells keep their address. States that differ only in
// addresses, values or names are one (concrete_state.h). Each point of effect is checked against a real stack
// or queue (concrete_step.h).
//
// For a set there are no points of effect: every key is followed with what any order of the calls that are
// under way allows (set_history.h), and what a call returns must be among it.
//
// A violation is: an effect that a stack or queue cannot have, a result that differs from it, a call that
// returns without one, a null or undefined pointer followed or an undefined one compared, a write to or a
// free of freed memory, misuse of a lock. No violation within the bounds says nothing beyond them. Cost: the
// number of states.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "finding/finding.h"
#include "prove/front/program.h"

namespace heddle::prove {

// A state as one of its threads sees it, for tests. Address 0 is null, -1 undefined. With Bounds::tracks_lost
// a pointer whose target was freed since it was made is kFreedAddress, and one read through such a pointer,
// or left in a cell that was allocated again, is undefined: what the prover's `freed` and `garbage` stand
// for.
inline constexpr int kFreedAddress = -2;
struct Sight {
  NodeId node = kIdle;
  std::vector<int> shared;  // addresses, by shared variable
  std::vector<int> locals;  // addresses of pointer locals; values of the others
  std::vector<int> next;    // by address - 1
  // Of sets: the argument of the call and the shared locks that are held, as bits; by address - 1 the keys,
  // the marks and which of the threads holds the lock.
  int argument = 0;
  std::uint32_t locks = 0;
  std::vector<int> keys, marks, holders;
};

struct Bounds {
  int threads = 2;
  int calls = 2;        // of each thread
  int total_calls = 4;  // of all
  int keys = 2;         // of a set: calls have any of the arguments 1 … keys
  std::uint64_t max_states = 2'000'000;
  bool explicit_memory = false;
  bool undefined_is_anything =
      false;                 // undefined pointers may be compared and read through, with any outcome
  bool tracks_lost = false;  // for Sight
  bool finds_again =
      false;  // with tracks_lost: equal addresses make a lost pointer good; always where cells are retired
  bool draws = true;     // a violation's steps show the heap
  bool guesses = false;  // take steps that the program may be unable to take
  std::function<void(const std::vector<Sight>&)> on_sight;  // all threads, in every state after the start
  std::function<bool()> stopped;  // asked now and then; true ends the work, inconclusively
};

inline constexpr int kScheme = -1;  // in place of a thread: what frees retired cells
struct ConcreteStep {
  int thread = 0;              // or kScheme
  int edge = -1;               // -1: a call
  std::string function;        // of a call
  int argument = -1;           // of a call with one: 1, 2, …
  std::string heap;            // after the step, drawn in one line
  std::vector<int> allocated;  // cells: 1 is A in the drawing
};

struct Violation {
  finding::Kind kind = finding::Kind::linearizability;
  std::string message;
  int line = 0;
  std::vector<ConcreteStep> steps;  // shortest in steps, the last one violates
};

struct Exploration {
  std::optional<Violation> violation;
  bool is_complete = false;  // no bound on states was hit
  std::uint64_t states = 0;
};

Exploration explore(const Program& program, const Bounds& bounds);

}  // namespace heddle::prove
