// SPDX-License-Identifier: Apache-2.0
#include "predict/bound.h"

#include <algorithm>
#include <limits>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.h"

namespace heddle::predict {

namespace {

using Kind = Expression::Kind;

bool is_over_threads(Kind kind) { return kind >= Kind::count; }

std::int64_t combine(Kind kind, const std::vector<Bound>& operands, const auto& value_of) {
  switch (kind) {
    case Kind::negate:
      return saturating_subtract(0, value_of(operands[0]));
    case Kind::logical_not:
      return value_of(operands[0]) == 0 ? 1 : 0;
    case Kind::both:
      return value_of(operands[0]) != 0 && value_of(operands[1]) != 0 ? 1 : 0;
    case Kind::either:
      return value_of(operands[0]) != 0 || value_of(operands[1]) != 0 ? 1 : 0;
    default:
      return apply(kind, value_of(operands[0]), value_of(operands[1]));
  }
}

// Which threads an expression depends on.
struct Dependence {
  bool everything = false;
  std::set<std::size_t> processes;  // kEach among them
  void add(const Bound& bound) {
    if (bound.kind == Kind::race || is_temporal(bound.kind) || is_over_threads(bound.kind)) everything = true;
    if (bound.kind == Kind::variable) processes.insert(bound.process);
    for (const Bound& operand : bound.operands) add(operand);
  }
};

class Binder {
 public:
  Binder(const Scope& scope, std::string_view text) : scope_(scope), text_(text) {}

  base::Result<Bound> bind(const Expression& expression) {
    Bound bound{.kind = expression.kind, .number = expression.number};
    if (expression.kind == Kind::variable) return variable(expression);
    if (expression.kind == Kind::race) {
      bound.races = scope_.races(expression.name);
      return bound;
    }
    for (const Expression& operand : expression.operands) {
      base::Result<Bound> inner = bind(operand);
      if (!inner) return inner;
      bound.operands.push_back(std::move(*inner));
    }
    return tabulated(std::move(bound));
  }

  // One thread alone decides: a table instead of a computation in every state.
  Bound tabulated(Bound bound) const {
    if (bound.operands.empty() || is_over_threads(bound.kind)) return bound;
    Dependence on;
    on.add(bound);
    if (on.everything || on.processes.size() > 1) return bound;
    if (on.processes.empty()) return {.kind = Kind::number, .number = bound.evaluate(nullptr)};
    const std::size_t whose = *on.processes.begin();
    Table table(scope_.poset.processes());
    State state(scope_.poset.processes(), 0);
    for (std::size_t p = 0; p < table.size(); ++p) {
      if (whose != Bound::kEach && whose != p) continue;
      for (Index i = 0; i <= scope_.poset.length(p); ++i) {
        state[p] = i;
        table[p].push_back(bound.evaluate(state.data(), p));
      }
    }
    return {
        .kind = Kind::variable, .table = std::make_shared<const Table>(std::move(table)), .process = whose};
  }

 private:
  base::Result<Bound> variable(const Expression& expression) const {
    const auto failure = [&](const std::string& message) {
      return base::failure(base::ErrorCode::usage, point_at(text_, expression.begin, message), "predicate");
    };
    Bound bound{.kind = Kind::variable};
    if (!expression.thread.empty()) {
      std::vector<std::string> known = scope_.threads;
      for (std::size_t p = 0; p < known.size(); ++p)
        if (known[p] == expression.thread) bound.process = p;
      if (bound.process == Bound::kEach) {
        if (scope_.grows) return Bound{.kind = Kind::number, .number = 0};
        std::sort(known.begin(), known.end());
        return failure(
            fmt::format("no thread '{}' in the trace, only {}", expression.thread, fmt::join(known, ", ")));
      }
    }
    const auto found = scope_.variables.find(expression.name);
    if (found == scope_.variables.end() && scope_.grows) return Bound{.kind = Kind::number, .number = 0};
    if (found == scope_.variables.end()) {
      std::vector<std::string> known;
      for (const auto& [name, table] : scope_.variables) known.push_back(name);
      return failure(
          known.empty() ? fmt::format("no mark sets '{}': the trace has no marks", expression.name)
                        : fmt::format("no mark sets '{}', only {}", expression.name, fmt::join(known, ", ")));
    }
    bound.table =
        std::shared_ptr<const Table>(std::shared_ptr<void>(), &found->second);  // the scope outlives it
    return bound;
  }

  const Scope& scope_;
  std::string_view text_;
};

}  // namespace

std::int64_t Bound::evaluate(const Index* state, std::size_t each, std::uint64_t known) const {
  switch (kind) {
    case Kind::number:
      return number;
    case Kind::variable: {
      const std::size_t p = process == kEach ? each : process;
      return (*table)[p][state[p]];
    }
    case Kind::race:
      return races->in(state) ? 1 : 0;
    case Kind::count:
    case Kind::sum:
    case Kind::minimum:
    case Kind::maximum:
    case Kind::exists:
    case Kind::forall:
      break;
    case Kind::all_always:
    case Kind::some_sometime:
    case Kind::all_sometime:
    case Kind::some_always:
    case Kind::all_until:
    case Kind::some_until:
      return static_cast<std::int64_t>(known >> number & 1);
    default:
      return combine(kind, operands,
                     [&](const Bound& operand) { return operand.evaluate(state, each, known); });
  }
  const Bound& inner = operands[0];
  const auto n = static_cast<std::size_t>(number);  // how many processes there are
  std::int64_t result = kind == Kind::minimum   ? std::numeric_limits<std::int64_t>::max()
                        : kind == Kind::maximum ? std::numeric_limits<std::int64_t>::min()
                        : kind == Kind::forall  ? 1
                                                : 0;
  for (std::size_t p = 0; p < n; ++p) {
    const std::int64_t value = inner.evaluate(state, p);
    if (kind == Kind::count) result += value != 0 ? 1 : 0;
    if (kind == Kind::sum) result = saturating_add(result, value);
    if (kind == Kind::minimum) result = std::min(result, value);
    if (kind == Kind::maximum) result = std::max(result, value);
    if (kind == Kind::exists && value != 0) return 1;
    if (kind == Kind::forall && value == 0) return 0;
  }
  return result;
}

Bound instantiate(const Bound& bound, std::size_t process) {
  Bound result = bound;
  if (bound.kind == Kind::variable && bound.process == Bound::kEach) result.process = process;
  if (is_over_threads(bound.kind)) return result;  // its own threads in turn
  for (Bound& operand : result.operands) operand = instantiate(operand, process);
  return result;
}

base::Result<Bound> bind_to(const Expression& expression, const Scope& scope, std::string_view text) {
  Binder binder(scope, text);
  base::Result<Bound> bound = binder.bind(expression);
  if (!bound) return bound;
  // The number of processes stands in every operator over the threads.
  const auto set_processes = [&](Bound& b, const auto& self) -> void {
    if (is_over_threads(b.kind)) b.number = static_cast<std::int64_t>(scope.poset.processes());
    for (Bound& operand : b.operands) self(operand, self);
  };
  set_processes(*bound, set_processes);
  return bound;
}

base::Result<Bound> bind_to(const Expression& expression, const Computation& computation,
                            std::string_view text, bool grows) {
  Scope scope{.poset = computation.poset(),
              .threads = {},
              .variables = computation.variables(),
              .races = {},
              .grows = grows};
  for (std::size_t p = 0; p < computation.poset().processes(); ++p)
    scope.threads.push_back(computation.thread_name(p));
  scope.races = [&](const std::string& variable) {
    return std::make_shared<const RacePairs>(computation, variable);
  };
  return bind_to(expression, scope, text);
}

base::Result<void> check_races(const Expression& expression, const Computation& computation,
                               std::string_view text) {
  for (const Expression& operand : expression.operands)
    if (auto checked = check_races(operand, computation, text); !checked) return checked;
  if (expression.kind != Kind::race || expression.name.empty()) return {};
  for (const event::Event& event : computation.events())
    if (event::is_access(event.operation) && is_about(computation.names(), event.variable(), expression.name))
      return {};
  return base::failure(
      base::ErrorCode::usage,
      point_at(text, expression.begin, fmt::format("nobody accesses '{}' in the trace", expression.name)),
      "predicate");
}

}  // namespace heddle::predict
