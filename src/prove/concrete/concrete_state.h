// SPDX-License-Identifier: Apache-2.0
// States of the oracle: concrete heaps with real addresses, threads, and what a right stack or queue would
// hold.
//
// Canonical form: cells nobody can name are dropped and the others renamed in the order a walk from the
// variables finds them, values likewise, threads are sorted and what they will not read again is forgotten.
// States with one canonical form have the same future up to names: permutations of addresses, of values
// (which are never compared) and of threads (which run the same code) commute with every step.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "prove/concrete/concrete.h"
#include "prove/concrete/set_history.h"
#include "prove/domain/view.h"

namespace heddle::prove::concrete {

using Address = int;  // 0 is null, -1 undefined
constexpr Address kUndefinedAddress = -1;
// With Bounds::tracks_lost a pointer also says whether it still means its target (see concrete.h). What it
// compares equal to and what it leads to do not depend on that. A null that was read through a pointer that
// had lost its target, or left in a cell that was allocated again, is as wild as any other address.
constexpr Address kLost = 1 << 12;
constexpr Address kWild = 1 << 13;
constexpr Address place_of(Address address) { return address > 0 ? address & (kLost - 1) : address; }
constexpr bool is_valid(Address address) { return address < kLost; }
constexpr int kEmptyValue = -1;
constexpr int kUndefinedValue = -2;
constexpr int kAnyAgeAtAll = -1;  // read through an undefined pointer

constexpr int kNeverMarked = 2;
constexpr int kFreeLock = -1;
constexpr int kNoLock = -2;  // it was never made
// The keys of a set are 1 … Bounds::keys.
constexpr int kLeastKey = 0;
constexpr int kGreatestKey = 1000;

struct Cell {
  bool is_free = false;
  Address next = kUndefinedAddress;
  int age = 0;
  int data = kUndefinedValue;
  bool is_retired = false;
  int mark = kNeverMarked;  // 0 or 1
  int holder = kNoLock;     // of its lock: a thread, or kFreeLock
  int name = 0;             // for people: the same address keeps it, through free and reuse
};

enum class Effect : std::uint8_t { none, sure, guessed };

struct Thread {
  int id = 0;  // for people: threads are alike and change places, see canonical()
  NodeId node = kIdle;
  int calls = 0;
  int input = kUndefinedValue;
  int effect = kUndefinedValue;
  Effect fired = Effect::none;
  bool had_candidate = false;
  std::vector<int> locals;  // addresses, data, ages, flags
  // Of the scheme that frees retired cells (domain/reclamation.h), for this thread: which cells it keeps from
  // being freed, because they were retired while it was inside or while its hazard pointer had the address.
  bool is_inside = false;
  std::vector<Address> kept_inside;
  std::array<Address, kMaxHazards> hazards{};
  std::array<bool, kMaxHazards> keeps{};
};

struct State {
  std::vector<Address> shared;
  std::vector<int> ages;
  std::vector<int> holders;  // -1: free
  std::vector<Cell> cells;   // cell of address i is cells[i - 1]
  std::vector<Thread> threads;
  std::vector<int> content;  // what a right stack or queue holds now
  SetHistory history;        // of a set
  int culprit = -1;          // a thread whose guessed effect was wrong: a violation if the guess stands
  int total = 0;
  int cell_names = 0;       // given so far
  std::vector<int> labels;  // by value: which input it was, for people
  int inputs = 0;
  std::vector<int> allocated;  // by the step that leads here: names of cells
};

const Function& function_of(const Thread& thread, const Program& program);
bool is_initialising(const State& state, const Program& program);

// Whether the scheme may free the cell now; and it does, or the program.
bool may_be_reclaimed(const State& state, Address address);
void free_cell(State& state, Address address, const Program& program, bool tracks_lost);

// Every pointer to the cell, in variables and in cells, loses its target.
void lose(State& state, Address gone, const Program& program);

// Brings the state into canonical form and returns it as bytes. `live`: by node, what is read again. With
// `is_total_bounded` only the calls of all threads together are bounded, so how they are spread does not
// matter.
std::string canonical(State& state, const Program& program, const std::vector<Layout>& live,
                      bool is_total_bounded);

// In one line: what the shared variables lead to.
std::string draw(const State& state, const Program& program);

}  // namespace heddle::prove::concrete
