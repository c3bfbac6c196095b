// SPDX-License-Identifier: Apache-2.0
// One atomic step of one thread on a view of a set: every view it can lead to, or an alarm.
//
// Whether k is in is read off the heap: there is a member (and, in a list with marks, it is not marked). Any
// such reading would do for a proof, as long as
//   - a step that changes it is one of a call of insert(k) or remove(k), in the right direction, and no call
//     makes two: there the call takes effect;
//   - insert(k) and remove(k) return true iff they have made one;
//   - a call that returns and has made none has seen k in, or not in, as it says, at some moment since it
//     began: it takes effect then, which changes nothing for anyone. So `contains` needs no fixed point, and
//     neither does an insert or remove that fails.
// That is a linearisation of all calls on k; k is any key, so the set is linearizable (O'Hearn, Rinetzky,
// Vechev, Yahav, Yorsh: Verifying linearizability with hindsight, PODC 2010, for why readers are right).
//
// Memory is collected, or explicit: then every pointer to a freed cell is an alarm once it is used for anything.
#pragma once

#include <functional>
#include <optional>

#include "prove/domain/step.h"
#include "prove/sets/set_view.h"

namespace heddle::prove::sets {

class SetStepper {
 public:
  using Emit = std::function<void(SetView&)>;
  SetStepper(const Program& program, const SetFrame& frame, Memory memory, const std::vector<Layout>& live)
      : program_(program), frame_(frame), memory_(memory), live_(live) {}

  // Part 0 takes the edge; what is emitted has live locals and single relations only.
  void take(const Edge& edge, const SetView& view, const Emit& emit) { begin(edge, view, emit, 0); }
  // Part 1 takes the edge and is removed.
  void interfere(const Edge& edge, const SetView& view, const Emit& emit) { begin(edge, view, emit, 1); }
  // Every call that part 0, which is idle, can make.
  void call(const SetView& view, const Emit& emit);

  const std::optional<Alarm>& alarm() const { return alarm_; }

 private:
  using Then = std::function<void(SetView&)>;
  void begin(const Edge& edge, const SetView& view, const Emit& emit, int part);
  void go(SetView& view, std::size_t index);
  void next(SetView& view, std::size_t index) {
    if (refine(view, frame_)) go(view, index + 1);
  }
  void pointer_op(SetView& view, const Op& op, std::size_t index);
  void store_next(SetView& view, const Op& op, std::size_t index);
  void assign_shared(SetView& view, const Op& op, std::size_t index);
  void release(SetView& view, const Op& op, std::size_t index);
  void key_op(SetView& view, const Op& op, std::size_t index);
  void order(SetView& view, const Op& op, std::size_t index);
  void compare(SetView& view, const Op& op, std::size_t index);
  void mark_op(SetView& view, const Op& op, std::size_t index);
  void lock_op(SetView& view, const Op& op, std::size_t index);
  void cell_lock_op(SetView& view, const Op& op, std::size_t index);
  void finish(SetView& view);
  bool finish_call(SetView& view);
  bool note_change(SetView& view);
  bool drop_locals(SetView& view);
  void settle(SetView& view);

  // May others get to `to`? And after a write by which cells became reachable, and those from `old` on may no
  // longer be (-1: not in sight): what it means for the member, for marks and rights. False: it must not be.
  struct Relinked {
    SetView before;
    Slot old;
    int line;
  };
  bool may_link(const SetView& view, Slot to, int line);
  bool relinked(SetView& view, const Relinked& change);

  void on_cell(SetView& view, Slot x, int line, const char* what, const Then& then);
  void split_row(SetView& view, Slot row, const Then& then);
  void split_all(SetView& view, const Then& then);
  Slot slot_of(SetView& view, Variable variable);
  bool point(SetView& view, Variable variable, Slot at);
  void raise(finding::Kind kind, std::string message, int line, bool is_limit = false);
  KeyValue key_of(const SetView& view, DataOperand operand) const;
  bool is_less(const SetView& view, Slot x, Slot y) const;

  SetPart& actor(SetView& view) const { return view.parts[static_cast<std::size_t>(actor_)]; }
  const SetPart& actor(const SetView& view) const { return view.parts[static_cast<std::size_t>(actor_)]; }
  const Function& function() const { return program_.function(function_); }

  const Program& program_;
  const SetFrame& frame_;
  Memory memory_;
  const std::vector<Layout>& live_;
  const Edge* edge_ = nullptr;
  const Emit* emit_ = nullptr;
  int actor_ = 0;
  int function_ = 0;
  std::optional<Alarm> alarm_;
};

}  // namespace heddle::prove::sets
