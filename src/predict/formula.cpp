// SPDX-License-Identifier: Apache-2.0
#include "predict/formula.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace heddle::predict {

namespace {

using Kind = Expression::Kind;

constexpr std::size_t kMostDisjuncts = 64;                // beyond, distributing costs more than it tells
constexpr std::int64_t kLargest = std::int64_t{1} << 40;  // sums of values up to this never leave 64 bits

Kind opposite(Kind kind) {
  switch (kind) {
    case Kind::less:
      return Kind::greater_equal;
    case Kind::less_equal:
      return Kind::greater;
    case Kind::greater:
      return Kind::less_equal;
    case Kind::greater_equal:
      return Kind::less;
    case Kind::equal:
      return Kind::not_equal;
    default:
      return Kind::equal;
  }
}

bool is_comparison(Kind kind) { return kind >= Kind::less && kind <= Kind::not_equal; }

// A sum of tables, one a process, and a number.
struct Separated {
  Table values;
  std::int64_t constant = 0;
};

class TakeApart {
 public:
  explicit TakeApart(const Poset& poset) : poset_(poset) {}

  using Disjuncts = std::vector<Conjunction>;

  Disjuncts disjuncts(const Bound& bound, bool negated) {
    switch (bound.kind) {
      case Kind::number:
        return (bound.number != 0) != negated ? truth() : Disjuncts{};
      case Kind::logical_not:
        return disjuncts(bound.operands[0], !negated);
      case Kind::both:
      case Kind::either: {
        Disjuncts result = disjuncts(bound.operands[0], negated);
        join(result, disjuncts(bound.operands[1], negated), (bound.kind == Kind::both) != negated);
        return limited(std::move(result), bound, negated);
      }
      case Kind::exists:
      case Kind::forall: {
        const bool all = (bound.kind == Kind::forall) != negated;
        Disjuncts result = all ? truth() : Disjuncts{};
        for (std::size_t p = 0; p < poset_.processes(); ++p) {
          join(result, disjuncts(instantiate(bound.operands[0], p), negated), all);
          if (result.size() > kMostDisjuncts) break;
        }
        return limited(std::move(result), bound, negated);
      }
      case Kind::race:
        return other(bound, negated);
      default:
        break;
    }
    if (is_comparison(bound.kind)) {
      return comparison(negated ? opposite(bound.kind) : bound.kind, bound, negated);
    }
    // A value: it holds if it is not 0.
    const Bound zero{.kind = Kind::number, .number = 0};
    return compared(negated ? Kind::equal : Kind::not_equal, bound, zero, bound, negated);
  }

 private:
  static Disjuncts truth() { return {Conjunction{}}; }

  static Disjuncts other(const Bound& bound, bool negated) {
    Conjunction conjunction;
    conjunction.others.push_back(negated ? Bound{.kind = Kind::logical_not, .operands = {bound}} : bound);
    return {conjunction};
  }

  static void join(Disjuncts& left, Disjuncts right, bool both) {
    if (!both) {
      std::move(right.begin(), right.end(), std::back_inserter(left));
      return;
    }
    Disjuncts result;
    for (const Conjunction& a : left) {
      for (const Conjunction& b : right) {
        if (result.size() > kMostDisjuncts) break;
        Conjunction c = a;
        for (const auto& [p, holds] : b.locals) {
          auto [place, is_new] = c.locals.try_emplace(p, holds);
          if (is_new) continue;
          for (std::size_t i = 0; i < holds.size(); ++i)
            place->second[i] = static_cast<char>(place->second[i] & holds[i]);
        }
        c.sums.insert(c.sums.end(), b.sums.begin(), b.sums.end());
        c.others.insert(c.others.end(), b.others.begin(), b.others.end());
        result.push_back(std::move(c));
      }
    }
    left = std::move(result);
  }
  static Disjuncts limited(Disjuncts result, const Bound& bound, bool negated) {
    if (result.size() > kMostDisjuncts) return other(bound, negated);
    return result;
  }

  Disjuncts comparison(Kind kind, const Bound& bound, bool negated) {
    const Bound& left = bound.operands[0];
    const Bound& right = bound.operands[1];
    const auto is_extreme = [](const Bound& b) { return b.kind == Kind::minimum || b.kind == Kind::maximum; };
    if (is_extreme(left) && right.kind == Kind::number) return extreme(kind, left, right, bound, negated);
    if (is_extreme(right) && left.kind == Kind::number) {
      const Kind mirrored = kind == Kind::less            ? Kind::greater
                            : kind == Kind::less_equal    ? Kind::greater_equal
                            : kind == Kind::greater       ? Kind::less
                            : kind == Kind::greater_equal ? Kind::less_equal
                                                          : kind;
      return extreme(mirrored, right, left, bound, negated);
    }
    return compared(kind, left, right, bound, negated);
  }

  // min(x) >= k says x >= k of all threads, min(x) <= k of some; max the other way round.
  Disjuncts extreme(Kind kind, const Bound& over, const Bound& number, const Bound& whole, bool negated) {
    if (kind == Kind::equal || kind == Kind::not_equal) {
      const bool both = kind == Kind::equal;
      Disjuncts result = extreme(both ? Kind::less_equal : Kind::less, over, number, whole, negated);
      join(result, extreme(both ? Kind::greater_equal : Kind::greater, over, number, whole, negated), both);
      return limited(std::move(result), whole, negated);
    }
    const bool upward = kind == Kind::greater || kind == Kind::greater_equal;
    const bool all = upward == (over.kind == Kind::minimum);
    Disjuncts result = all ? truth() : Disjuncts{};
    for (std::size_t p = 0; p < poset_.processes(); ++p) {
      join(result, compared(kind, instantiate(over.operands[0], p), number, whole, negated), all);
      if (result.size() > kMostDisjuncts) break;
      for (const Conjunction& c : result) {
        if (!c.others.empty()) return other(whole, negated);
      }
    }
    return limited(std::move(result), whole, negated);
  }

  Disjuncts compared(Kind kind, const Bound& left, const Bound& right, const Bound& whole, bool negated) {
    std::optional<Separated> difference = separated(left);
    const std::optional<Separated> subtrahend = separated(right);
    if (!difference || !subtrahend || !add(*difference, *subtrahend, -1)) return other(whole, negated);
    // Tables that never change are part of the constant.
    std::vector<std::size_t> changing;
    for (std::size_t p = 0; p < difference->values.size(); ++p) {
      std::vector<std::int64_t>& values = difference->values[p];
      if (values.empty()) continue;
      if (std::all_of(values.begin(), values.end(), [&](std::int64_t v) { return v == values[0]; })) {
        difference->constant += values[0];
        values.clear();
      } else {
        changing.push_back(p);
      }
    }
    if (changing.empty()) return apply(kind, difference->constant, 0) != 0 ? truth() : Disjuncts{};
    std::vector<std::int64_t>& first = difference->values[changing[0]];
    for (std::int64_t& value : first) value += difference->constant;
    if (changing.size() == 1) {
      Conjunction conjunction;
      std::vector<char>& holds = conjunction.locals[changing[0]];
      for (std::int64_t value : first) holds.push_back(apply(kind, value, 0) != 0 ? 1 : 0);
      return {conjunction};
    }
    const auto one = [](Sum sum) {
      Conjunction conjunction;
      conjunction.sums.push_back(std::move(sum));
      return conjunction;
    };
    const auto less_one = [&](Sum sum) {
      for (std::int64_t& value : sum.values[changing[0]]) --value;
      return sum;
    };
    const Sum sum{.values = std::move(difference->values)};
    switch (kind) {
      case Kind::greater_equal:
        return {one(sum)};
      case Kind::greater:
        return {one(less_one(sum))};
      case Kind::less_equal:
        return {one(sum.negated())};
      case Kind::less:
        return {one(less_one(sum.negated()))};
      case Kind::not_equal:
        return {one(less_one(sum)), one(less_one(sum.negated()))};
      default:
        break;
    }
    Sum zero = sum;
    zero.relation = Sum::Relation::zero;
    return {one(std::move(zero))};
  }

  // to += factor * from. False: a value is too large to be sure of the sum.
  bool add(Separated& to, const Separated& from, std::int64_t factor) const {
    const auto grow = [&](std::int64_t& value, std::int64_t part) {
      value = saturating_add(value, saturating_multiply(part, factor));
      return value <= kLargest && value >= -kLargest;
    };
    bool fits = grow(to.constant, from.constant);
    to.values.resize(poset_.processes());
    for (std::size_t p = 0; p < from.values.size(); ++p) {
      if (from.values[p].empty()) continue;
      to.values[p].resize(std::size_t{poset_.length(p)} + 1, 0);
      for (std::size_t i = 0; i < from.values[p].size(); ++i)
        fits &= grow(to.values[p][i], from.values[p][i]);
    }
    return fits;
  }

  std::optional<Separated> separated(const Bound& bound) const {
    Separated result;
    result.values.resize(poset_.processes());
    switch (bound.kind) {
      case Kind::number:
        result.constant = bound.number;
        break;
      case Kind::variable: {
        if (bound.process == Bound::kEach) return std::nullopt;
        result.values[bound.process] = (*bound.table)[bound.process];
        break;
      }
      case Kind::count:
      case Kind::sum:
        for (std::size_t p = 0; p < poset_.processes(); ++p) {
          const Bound inner = instantiate(bound.operands[0], p);
          if (inner.kind != Kind::variable && inner.kind != Kind::number) return std::nullopt;
          std::optional<Separated> part = separated(inner);
          if (bound.kind == Kind::count) {
            part->constant = part->constant != 0 ? 1 : 0;
            for (auto& values : part->values) {
              for (std::int64_t& value : values) value = value != 0 ? 1 : 0;
            }
          }
          if (!add(result, *part, 1)) return std::nullopt;
        }
        return result;
      case Kind::negate:
      case Kind::add:
      case Kind::subtract: {
        const bool two = bound.kind != Kind::negate;
        const std::optional<Separated> left = separated(bound.operands[0]);
        const std::optional<Separated> right = two ? separated(bound.operands[1]) : Separated{};
        if (!left || !right) return std::nullopt;
        if (!add(result, *left, two ? 1 : -1)) return std::nullopt;
        if (two && !add(result, *right, bound.kind == Kind::add ? 1 : -1)) return std::nullopt;
        return result;
      }
      case Kind::multiply: {
        const bool first = bound.operands[0].kind == Kind::number;
        const Bound& number = bound.operands[first ? 0 : 1];
        if (number.kind != Kind::number) return std::nullopt;
        const std::optional<Separated> factor = separated(bound.operands[first ? 1 : 0]);
        if (!factor || !add(result, *factor, number.number)) return std::nullopt;
        return result;
      }
      default:
        return std::nullopt;
    }
    if (!add(result, Separated{}, 1)) return std::nullopt;
    for (const auto& values : result.values) {
      for (std::int64_t value : values) {
        if (value > kLargest || value < -kLargest) return std::nullopt;
      }
    }
    return result;
  }

  const Poset& poset_;
};

std::pair<std::size_t, std::size_t> rising_and_falling(const Sum& sum) {
  std::size_t rising = 0;
  std::size_t falling = 0;
  for (const std::vector<std::int64_t>& values : sum.values) {
    bool rises = false;
    bool falls = false;
    for (std::size_t i = 1; i < values.size(); ++i) {
      rises = rises || values[i] > values[i - 1];
      falls = falls || values[i] < values[i - 1];
    }
    rising += rises ? 1 : 0;
    falling += falls ? 1 : 0;
  }
  return {rising, falling};
}

bool is_stable(const Conjunction& conjunction) {
  for (const auto& [p, holds] : conjunction.locals) {
    if (!std::is_sorted(holds.begin(), holds.end())) return false;
  }
  return conjunction.others.empty() && std::all_of(conjunction.sums.begin(), conjunction.sums.end(),
                                                   [](const Sum& sum) { return sum.is_stable(); });
}

}  // namespace

std::int64_t Sum::at(const Index* state) const {
  std::int64_t result = 0;
  for (std::size_t p = 0; p < values.size(); ++p) {
    if (!values[p].empty()) result += values[p][state[p]];
  }
  return result;
}

bool Sum::is_linear() const { return rising_and_falling(*this).first <= 1; }
bool Sum::is_regular() const {
  const auto [rising, falling] = rising_and_falling(*this);
  return rising <= 1 && falling <= 1;
}
bool Sum::is_stable() const {
  return relation == Relation::at_least_zero && rising_and_falling(*this).second == 0;
}
bool Sum::has_unit_steps() const {
  for (const std::vector<std::int64_t>& of : values) {
    for (std::size_t i = 1; i < of.size(); ++i) {
      if (of[i] - of[i - 1] > 1 || of[i] - of[i - 1] < -1) return false;
    }
  }
  return true;
}
Sum Sum::negated() const {
  Sum result = *this;
  for (std::vector<std::int64_t>& of : result.values) {
    for (std::int64_t& value : of) value = -value;
  }
  return result;
}

bool Conjunction::holds(const Index* state) const {
  for (const auto& [p, where] : locals) {
    if (!where[state[p]]) return false;
  }
  for (const Sum& sum : sums) {
    if (!sum.holds(state)) return false;
  }
  return std::all_of(others.begin(), others.end(),
                     [&](const Bound& bound) { return bound.evaluate(state) != 0; });
}

Formula take_apart(const Bound& bound, const Poset& poset) {
  Formula result;
  result.disjuncts = TakeApart(poset).disjuncts(bound, false);
  result.is_stable = std::all_of(result.disjuncts.begin(), result.disjuncts.end(), is_stable);
  return result;
}

}  // namespace heddle::predict
