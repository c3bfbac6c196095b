// SPDX-License-Identifier: Apache-2.0
// One step of one thread on a concrete state: every state it can lead to, or the first thing that is wrong
// with it. Allocation chooses (any freed cell, or a new one), and so does a conditional point of effect (this
// is the last one, or it is not); everything else is determined.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "prove/concrete/concrete_state.h"

namespace heddle::prove::concrete {

struct Trouble {
  finding::Kind kind;
  std::string message;
  int line;
};

class Stepper {
 public:
  using Emit = std::function<void(State&)>;
  Stepper(const Program& program, const Bounds& bounds, Emit emit)
      : program_(program), bounds_(bounds), emit_(std::move(emit)) {}

  void take(const State& state, int thread, const Edge& edge) { go(state, thread, edge, 0); }
  void call(const State& state, int id, std::size_t index, int key = 0);  // key: of a set
  // The thread is at the entry of the function, with nothing in its locals.
  static void begin(Thread& thread, const Function& function);

  // The first since construction.
  const std::optional<Trouble>& trouble() const { return trouble_; }

 private:
  void go(State state, int id, const Edge& edge, std::size_t index);
  void reuse(const State& state, int id, const Edge& edge, std::size_t index);
  bool heap_op(State& state, int id, const Op& op);
  bool age_op(State& state, int id, const Op& op);
  bool lock_op(State& state, int id, const Op& op);
  bool guard_op(State& state, int id, const Op& op);
  bool set_op(State& state, int id, const Op& op);
  bool finish_set(State& state, int id, const Edge& edge);
  void effect(State& state, int id, int with, Effect how, const Edge& edge, std::size_t index, int line);
  void finish(State& state, int id, const Edge& edge);
  void find_again(State& state, int id, Address& local) const;
  int& variable(State& state, int thread, Variable name) const;
  int value(const State& state, int thread, DataOperand operand) const;
  Cell* cell(State& state, Address address, int line, bool is_write);
  bool reads_anything(Address address) const {
    return bounds_.undefined_is_anything && address == kUndefinedAddress;
  }
  void trouble(finding::Kind kind, std::string message, int line) {
    if (!trouble_) trouble_ = Trouble{kind, std::move(message), line};
  }

  const Program& program_;
  const Bounds& bounds_;
  Emit emit_;
  std::optional<Trouble> trouble_;
};

}  // namespace heddle::prove::concrete
