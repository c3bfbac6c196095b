// SPDX-License-Identifier: Apache-2.0
// One atomic step of one thread on a view: every view it can lead to, or an alarm.
//
// Memory. Under `gc` free does nothing. Under `own` and `mm` a free turns every pointer to the cell, in
// variables and in next fields, into `freed`, and allocation always yields a new cell. That covers every
// execution with explicit memory and reuse of addresses, up to the first alarm: two live allocations never
// share an address, so pointers that still have their target compare and are followed as if addresses were
// never reused; and what a pointer that lost its target can observe is over-approximated:
//   comparing it        either outcome (except with NULL, which it is not);
//   reading through it  garbage, except the age of the next field, which survives; an alarm if free() is the
//                       C library's (Program::frees_for_good);
//   writing through it, freeing it: an alarm (a strong pointer race).
// Comparing, following or returning garbage is an alarm under `own` (again a strong pointer race) and yields
// either outcome, or garbage, under `mm`, which asks less of the program. So a proof under `own` or `mm` is a
// proof for explicit memory, with one thread a view: ownership of new cells is as good as under collection.
//
// Rights and ownership are described in view.h. Cycles in the heap cannot be expressed and are alarms.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "finding/finding.h"
#include "prove/domain/view.h"

namespace heddle::prove {

enum class Memory : std::uint8_t { gc, own, mm };
std::string name(Memory memory);

struct Alarm {
  finding::Kind kind = finding::Kind::linearizability;
  std::string message;
  int line = 0;
  bool is_limit = false;  // the prover's own limit rather than a suspicion about the program
};

class Stepper {
 public:
  using Emit = std::function<void(View&)>;

  Stepper(const Program& program, const Frame& frame, const Observer& observer, Memory memory,
          const std::vector<Layout>& live)
      : program_(program), frame_(frame), observer_(observer), memory_(memory), live_(live) {}

  // part 0 takes the edge; what is emitted has only live locals and single relations. A second part stands
  // by: it is another thread, whose pointers feel the step.
  void take(const Edge& edge, const View& view, const Emit& emit);
  // The last part takes the edge and is then removed; what is emitted is about the others.
  void interfere(const Edge& edge, const View& view, const Emit& emit, int part = 1);
  // The most general client: every call that part 0, which is idle, can make.
  void call(const View& view, const Emit& emit);
  // The scheme frees a cell that was retired (reclamation.h), of which a pointer or cell in the view knows.
  void reclaim(const View& view, const Emit& emit);

  // For tests: every shape that is emitted is checked for consistency.
  void check_shapes() { checks_shapes_ = true; }

  // The first alarm.
  const std::optional<Alarm>& alarm() const { return alarm_; }

  // Every way to make all relations of the view single.
  void split_all(View& view, const Emit& emit);

 private:
  template <class Then>
  void split_row(View& view, Slot row, Slots among, Then then);
  template <class Cell, class End>
  void by_target(View& view, Slot x, Cell is_cell, End is_end);

  void begin(const Edge& edge, const View& view, const Emit& emit, int part);
  void go(View& view, std::size_t index);
  void pointer_op(View& view, const Op& op, std::size_t index);
  void heap_op(View& view, const Op& op, std::size_t index);
  void data_op(View& view, const Op& op, std::size_t index);
  void age_op(View& view, const Op& op, std::size_t index);
  void compare(View& view, const Op& op, std::size_t index);
  void touch(View& view, const Op& op, std::size_t index);
  void lock_op(View& view, const Op& op, std::size_t index);
  void effect_op(View& view, const Op& op, std::size_t index);

  void guard_op(View& view, const Op& op, std::size_t index);
  void retire(View& view, const Op& op, std::size_t index);
  bool is_clean(const View& view, Slot slot) const;
  void note_link(View& view, Slot from, bool to_clean) const;
  void note_stale(View& view, Slot cell, Slot address) const;
  void note_freed(View& view, Slots gone, Slots foreign) const;
  void settle_facts(View& view) const;
  void find_again(View& view, Slot lost, Slot same, std::size_t index, int line);
  template <class Then>
  void if_clean(View& view, Slot slot, int line, Then then);

  void store(View& view, Slot x, Slot y, std::size_t index, int line);
  void fire(View& view, Value value, Fired how, std::size_t index, int line);
  void finish(View& view);
  bool finish_call(View& view);
  void settle(View& view);

  Slot slot_of(View& view, Variable variable);
  Value value_of(const View& view, DataOperand operand) const;
  bool point(View& view, Variable variable, Slot at);
  Slot new_slot(View& view, int line);
  static void forget_rights(View& view, Slot slot);
  void forget_slot(View& view, Slot slot) const;
  void copy_facts(View& view, Slot into, Slot from);
  void hide(View& view, Slot tracked);
  void track(View& view, Slot tracked, Slot x);
  Slots pointers_of_actor(const View& view) const;
  void note_reachable(View& view);
  template <class Then>
  void publish(View& view, Slot x, Then then);
  void raise(finding::Kind kind, std::string message, int line, bool is_limit = false);

  Part& actor(View& view) const { return view.parts[static_cast<std::size_t>(actor_)]; }
  const Part& actor(const View& view) const { return view.parts[static_cast<std::size_t>(actor_)]; }
  const Function& function() const { return program_.function(function_); }

  const Program& program_;
  const Frame& frame_;
  const Observer& observer_;
  Memory memory_;
  const std::vector<Layout>& live_;

  const Edge* edge_ = nullptr;
  const Emit* emit_ = nullptr;
  int actor_ = 0;  // the part that takes the step
  bool is_interferer_ = false;
  int function_ = 0;
  bool checks_shapes_ = false;
  std::optional<Alarm> alarm_;
};

}  // namespace heddle::prove
