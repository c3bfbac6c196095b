// SPDX-License-Identifier: Apache-2.0
// Heap programs: what the prover and its oracle understand. A program is a set of functions over shared and
// local pointer variables and cells with one `next` and one `data` field; a function is a graph whose edges
// are atomic steps, each a short sequence of operations. Values are never computed with or compared, so a
// proof for one or two distinguished values holds for all (data independence); the language cannot say
// otherwise. In a set they are keys, which are compared with each other, and a cell may have a mark and a
// lock.
//
// Conditions are edges: a branch on p == q is two edges, one that assumes it and one that assumes its
// negation; a compare-and-swap is a success edge (assume equal; assign) and failure edges. Thread 0 of a
// node's edges chooses freely among those whose assumptions hold.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "finding/finding.h"

namespace heddle::prove {

// A pointer variable: 0 is the constant NULL, 1 … shared are the shared variables, then the function's
// locals.
using Variable = int;
inline constexpr Variable kNull = 0;
inline constexpr int kMaxHazards = 7;

// A data operand: a local of kind data, or one of the two constants.
using DataOperand = int;
inline constexpr DataOperand kEmptyData = -1;      // "there is none": what an output function returns then
inline constexpr DataOperand kUndefinedData = -2;  // any value that was never an input
inline constexpr DataOperand kLeastData = -3;      // of a set: less than every key that is put in
inline constexpr DataOperand kGreatestData = -4;
// What a function of a set returns, as the result of an edge.
inline constexpr DataOperand kFalseResult = -5;
inline constexpr DataOperand kTrueResult = -6;

// How two keys of a set stand to each other; a set of these as operand of assume_order.
inline constexpr int kLess = 1;
inline constexpr int kSame = 2;
inline constexpr int kGreater = 4;

enum class Action : std::uint8_t {
  assign,            // a = b
  load_next,         // a = b.next
  store_next,        // a.next = b; c, if there is one, is kept in sight for it (sets/hints.h)
  allocate,          // a = new cell
  release,           // free(a)
  load_data,         // data a = b.data
  store_data,        // a.data = data b
  copy_data,         // data a = data b
  assume_equal,      // a == b
  assume_different,  // a != b
  load_age,          // age a = age of shared variable b, or of b.next
  copy_age,          // age a = age b
  assume_same_age,   // age a == age of shared variable b, or of b.next
  assume_other_age,  // the negation
  raise_age,         // age of shared variable a, or of a.next, plus one
  forget_age,        // that age becomes anything
  set_flag,          // flag a = (b != 0)
  copy_flag,         // flag a = flag b
  assume_flag,       // flag a == (b != 0)
  lock,              // waits until lock a is free
  unlock,            //
  linearize,         // the operation takes effect here with data a
  linearize_if,      // so it does if a-th data, b == c (b < 0: always), and no later point of this call does
  touch,             // reads (b == 0) or writes a field of cell a that is not followed
  assume_held,       // lock a is held by some thread (b != 0), by none
  take_flag,         // as lock, of a flag that is used as one: holding it already is no misuse
  clear_flag,        // as unlock, likewise
  fail,              // failure a of the program
  retire,            // the scheme may free cell a once no guard is on it (domain/reclamation.h)
  protect,           // hazard pointer a = b
  enter,             // begins and ends a guard on every cell: an epoch
  leave,             //
  assume_order,      // of sets: data a stands to data b in one of the ways c
  assume_mark,       // the mark of cell a is b (0 or 1)
  store_mark,        // a.mark = b
  make_lock,         // the lock in cell a becomes a free one
  lock_cell,         // waits until it is free
  unlock_cell,       //
};

struct Op {
  Action action = Action::assign;
  int a = -1;
  int b = -1;
  int c = -1;
  bool next = false;  // ages: of the next field
  int line = 0;
  bool with_effect = false;  // part of a point of effect: done in one step with it, and not natively
};

enum class LocalKind : std::uint8_t { pointer, data, age, flag };
struct Local {
  std::string name;
  LocalKind kind = LocalKind::pointer;
};

using NodeId = int;
inline constexpr NodeId kIdle = 0;  // between calls; a call enters a function, an edge to kIdle returns
inline constexpr int kNoFunction = -1;

struct Edge {
  NodeId from = 0;
  NodeId to = 0;
  std::vector<Op> ops;
  DataOperand result = kUndefinedData;  // of an edge to kIdle from an output function
  int line = 0;
  bool is_guess = false;  // depends on what is not followed: the program may be unable to take it
};

enum class Role : std::uint8_t { input, output, insert, remove, contains };
constexpr bool has_argument(Role role) { return role != Role::output; }

struct Function {
  std::string name;
  Role role = Role::input;
  std::vector<Local>
      locals;  // variable shared + 1 + i for pointers; data, age and flag operands are indices i
  NodeId entry = 0;
  DataOperand parameter = kUndefinedData;  // of a function with an argument: a data local
};

enum class Kind : std::uint8_t { stack, queue, set };
std::string name(Kind kind);

// What must not be reached: an assertion that fails, __builtin_unreachable.
struct Failure {
  finding::Kind kind = finding::Kind::assertion;
  std::string message;
};

struct Program {
  std::string name;
  std::string file;
  Kind kind = Kind::stack;
  std::vector<std::string> shared;  // pointer variables
  std::vector<std::string> locks;
  std::vector<Function> functions;
  Function initial;              // runs alone before everything; role is ignored; ends by an edge to kIdle
  std::vector<int> function_of;  // node → index in functions; -2: of initial; kIdle has none
  std::vector<Edge> edges;
  std::vector<Failure> failures;
  std::vector<int> flags;            // those of the locks that are flags
  bool reclaims = false;             // cells are retired, and freed by a scheme
  bool frees_for_good = false;       // free() as the C library has it: reading a freed cell is wrong
  std::vector<std::string> assumed;  // by the front end, in words

  Variable local_variable(int local) const { return static_cast<int>(shared.size()) + 1 + local; }
  bool is_local(Variable variable) const { return variable > static_cast<int>(shared.size()); }
  int local_of(Variable variable) const { return variable - static_cast<int>(shared.size()) - 1; }
  bool is_flag(int lock) const { return std::find(flags.begin(), flags.end(), lock) != flags.end(); }
  const Function& function(int index) const {
    return index == -2 ? initial : functions[static_cast<std::size_t>(index)];
  }
  std::size_t nodes() const { return function_of.size(); }
};

// The locals an operation reads and writes, as local indices of any kind.
struct Uses {
  std::vector<int> reads;
  int writes = -1;
};
Uses uses_of(const Op& op, const Program& program);

// Well-formedness: operands exist and have the right kind, edges stay in their function.
base::Result<void> check(const Program& program);

std::string describe(const Op& op, const Program& program, const Function& function);
std::string describe(const Program& program);

}  // namespace heddle::prove
