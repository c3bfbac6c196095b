// SPDX-License-Identifier: Apache-2.0
// Heap programs by hand: for tests, random programs, and the front end.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "prove/front/program.h"

namespace heddle::prove {

namespace ops {
inline Op assign(Variable a, Variable b) { return {Action::assign, a, b}; }
inline Op load_next(Variable a, Variable b) { return {Action::load_next, a, b}; }
inline Op store_next(Variable a, Variable b) { return {Action::store_next, a, b}; }
inline Op allocate(Variable a) { return {Action::allocate, a}; }
inline Op release(Variable a) { return {Action::release, a}; }
inline Op load_data(int a, Variable b) { return {Action::load_data, a, b}; }
inline Op store_data(Variable a, DataOperand b) { return {Action::store_data, a, b}; }
inline Op copy_data(int a, DataOperand b) { return {Action::copy_data, a, b}; }
inline Op equal(Variable a, Variable b) { return {Action::assume_equal, a, b}; }
inline Op different(Variable a, Variable b) { return {Action::assume_different, a, b}; }
inline Op load_age(int a, Variable b, bool next = false) { return {Action::load_age, a, b, -1, next}; }
inline Op copy_age(int a, int b) { return {Action::copy_age, a, b}; }
inline Op same_age(int a, Variable b, bool next = false) { return {Action::assume_same_age, a, b, -1, next}; }
inline Op other_age(int a, Variable b, bool next = false) {
  return {Action::assume_other_age, a, b, -1, next};
}
inline Op raise_age(Variable a, bool next = false) { return {Action::raise_age, a, -1, -1, next}; }
inline Op forget_age(Variable a, bool next = false) { return {Action::forget_age, a, -1, -1, next}; }
inline Op set_flag(int a, bool value) { return {Action::set_flag, a, value ? 1 : 0}; }
inline Op copy_flag(int a, int b) { return {Action::copy_flag, a, b}; }
inline Op flag_is(int a, bool value) { return {Action::assume_flag, a, value ? 1 : 0}; }
inline Op lock(int a) { return {Action::lock, a}; }
inline Op unlock(int a) { return {Action::unlock, a}; }
inline Op linearize(DataOperand a) { return {Action::linearize, a}; }
inline Op linearize_if(DataOperand a, Variable b = -1, Variable c = -1) {
  return {Action::linearize_if, a, b, c};
}
inline Op touch(Variable a, bool is_write) { return {Action::touch, a, is_write ? 1 : 0}; }
inline Op held(int a, bool is_held) { return {Action::assume_held, a, is_held ? 1 : 0}; }
inline Op take_flag(int a) { return {Action::take_flag, a}; }
inline Op clear_flag(int a) { return {Action::clear_flag, a}; }
inline Op fail(int a) { return {Action::fail, a}; }
inline Op retire(Variable a) { return {Action::retire, a}; }
inline Op protect(int a, Variable b) { return {Action::protect, a, b}; }
inline Op enter() { return {Action::enter}; }
inline Op leave() { return {Action::leave}; }
inline Op order(DataOperand a, DataOperand b, int ways) { return {Action::assume_order, a, b, ways}; }
inline Op mark_is(Variable a, bool value) { return {Action::assume_mark, a, value ? 1 : 0}; }
inline Op store_mark(Variable a, bool value) { return {Action::store_mark, a, value ? 1 : 0}; }
inline Op make_lock(Variable a) { return {Action::make_lock, a}; }
inline Op lock_cell(Variable a) { return {Action::lock_cell, a}; }
inline Op unlock_cell(Variable a) { return {Action::unlock_cell, a}; }
}  // namespace ops

class Builder {
 public:
  Builder(std::string name, Kind kind) {
    program_.name = std::move(name);
    program_.kind = kind;
    program_.function_of = {kNoFunction};
    program_.initial.name = "init";
    current_ = -2;
    program_.initial.entry = node();
  }

  // Before any function.
  Variable shared(std::string name) {
    program_.shared.push_back(std::move(name));
    return static_cast<int>(program_.shared.size());
  }
  int lock(std::string name) {
    program_.locks.push_back(std::move(name));
    return static_cast<int>(program_.locks.size()) - 1;
  }

  // The following locals and nodes are its own. Until the first call they are the initial function's.
  void function(std::string name, Role role) {
    current_ = static_cast<int>(program_.functions.size());
    program_.functions.push_back({std::move(name), role, {}, 0, kUndefinedData});
    here().entry = node();
    if (has_argument(role)) here().parameter = data("in");
  }
  Variable pointer(std::string name) {
    return program_.local_variable(local(std::move(name), LocalKind::pointer));
  }
  int data(std::string name) { return local(std::move(name), LocalKind::data); }
  int age(std::string name) { return local(std::move(name), LocalKind::age); }
  int flag(std::string name) { return local(std::move(name), LocalKind::flag); }
  NodeId entry() { return here().entry; }
  NodeId node() {
    program_.function_of.push_back(current_);
    return static_cast<NodeId>(program_.function_of.size()) - 1;
  }
  void edge(NodeId from, NodeId to, std::vector<Op> operations, DataOperand result = kUndefinedData,
            int line = 0) {
    if (line != 0)
      for (Op& op : operations)
        if (op.line == 0) op.line = line;
    program_.edges.push_back({from, to, std::move(operations), result, line, false});
  }
  Function& here() {
    return current_ == -2 ? program_.initial : program_.functions[static_cast<std::size_t>(current_)];
  }

  Program& program() { return program_; }

 private:
  int local(std::string name, LocalKind kind) {
    here().locals.push_back({std::move(name), kind});
    return static_cast<int>(here().locals.size()) - 1;
  }
  Program program_;
  int current_ = -2;
};

}  // namespace heddle::prove
