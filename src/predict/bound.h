// SPDX-License-Identifier: Apache-2.0
// An expression bound to a computation: threads and values looked up, and everything that depends on one
// thread alone tabulated, so that evaluating it in a state is a few look-ups.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "predict/computation.h"
#include "predict/expression.h"
#include "predict/race_pairs.h"

namespace heddle::predict {

struct Bound {
  using Kind = Expression::Kind;
  static constexpr std::size_t kEach = ~std::size_t{0};

  Kind kind = Kind::number;
  std::int64_t number = 0;  // of an operator over the threads: how many processes there are; of AG and its
                            // like: which bit of what is known of a state (temporal.h)
  // A variable, or anything else that one thread decides: its value by events done. `process` is whose, or
  // kEach for the thread in turn; then `table` has an entry for each process, else for that one only.
  std::shared_ptr<const Table> table;
  std::size_t process = kEach;
  std::shared_ptr<const RacePairs> races;
  std::vector<Bound> operands;

  // `known`: where AG and its like hold, by bit.
  std::int64_t evaluate(const Index* state, std::size_t each = kEach, std::uint64_t known = 0) const;
};

// What an expression can speak of.
struct Scope {
  const Poset& poset;
  std::vector<std::string> threads;               // names, by process
  const std::map<std::string, Table>& variables;  // outlive what is bound to them
  std::function<std::shared_ptr<const RacePairs>(const std::string& variable)> races;
  bool grows = false;  // threads and names that are not there may come: as yet their values are 0
};
// Fails for a thread or a name that the scope does not have, if it does not grow, pointing at it.
base::Result<Bound> bind_to(const Expression& expression, const Scope& scope, std::string_view text);
base::Result<Bound> bind_to(const Expression& expression, const Computation& computation,
                            std::string_view text, bool grows = false);

// Fails for a race(x) of an x that nobody accesses: a slip of the pen must not read as clean.
base::Result<void> check_races(const Expression& expression, const Computation& computation,
                               std::string_view text);

// The same with `each` fixed to one process: what count(…) and the like ask of it.
Bound instantiate(const Bound& bound, std::size_t process);

}  // namespace heddle::predict
