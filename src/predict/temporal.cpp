// SPDX-License-Identifier: Apache-2.0
#include "predict/temporal.h"

#include <boost/container_hash/hash.hpp>
#include <tsl/robin_map.h>

#include "base/check.h"
#include "states/interval.h"

namespace heddle::predict {
namespace {

using Kind = Expression::Kind;
using Level = tsl::robin_map<State, std::uint64_t, boost::hash<State>>;  // what is known of each state

// The temporal operators of a property, inner ones first, and what is known of each is a bit of that number.
struct Operators {
  std::vector<const Bound*> all;
  Bound root;

  explicit Operators(Bound bound) : root(std::move(bound)) { add(root); }
  Operators(const Operators&) = delete;
  Operators& operator=(const Operators&) = delete;

 private:
  void add(Bound& bound) {
    for (Bound& operand : bound.operands) add(operand);
    if (!is_temporal(bound.kind)) return;
    bound.number = static_cast<std::int64_t>(all.size());
    all.push_back(&bound);
  }
};

bool holds_in(const Bound& bound, const Index* state, std::uint64_t known) {
  return bound.evaluate(state, Bound::kEach, known) != 0;
}

// Of a state, from what is known of all that follow it: in `some` of them, in `every` one.
std::uint64_t known_of(const Operators& operators, const Index* state, std::uint64_t some,
                       std::uint64_t every, bool is_last) {
  std::uint64_t known = 0;
  for (std::size_t bit = 0; bit < operators.all.size(); ++bit) {
    const Bound& each = *operators.all[bit];
    const bool first = holds_in(each.operands[0], state, known);
    const bool in_some = !is_last && (some >> bit & 1) != 0, in_every = !is_last && (every >> bit & 1) != 0;
    bool holds = false;
    switch (each.kind) {
      case Kind::all_always:
        holds = first && (is_last || in_every);
        break;
      case Kind::some_always:
        holds = first && (is_last || in_some);
        break;
      case Kind::all_sometime:
        holds = first || in_every;
        break;
      case Kind::some_sometime:
        holds = first || in_some;
        break;
      case Kind::all_until:
        holds = holds_in(each.operands[1], state, known) || (first && in_every);
        break;
      default:
        holds = holds_in(each.operands[1], state, known) || (first && in_some);
        break;
    }
    known |= std::uint64_t{holds} << bit;
  }
  return known;
}

// Calls `next` for each process whose next event can come.
void for_each_next(const Poset& poset, State& state, const auto& next) {
  for (std::size_t p = 0; p < state.size(); ++p) {
    if (state[p] == poset.length(p) || !states::is_enabled(poset, state.data(), p, state[p] + 1)) continue;
    ++state[p];
    next(p);
    --state[p];
  }
}

std::size_t events_in(const State& state) {
  std::size_t events = 0;
  for (const Index each : state) events += each;
  return events;
}

class Pass {
 public:
  Pass(const Operators& operators, const Poset& poset, const PropertyOptions& options)
      : operators_(operators), poset_(poset), options_(options) {}

  // All states from `first` on. False: it was stopped.
  bool run(const State& first) {
    levels_.assign(poset_.events() + 1, {});
    std::size_t level = poset_.events();
    top_kept_ = level;
    bytes_ = 0;
    levels_[level].emplace(poset_.top(), known_of(operators_, poset_.top().data(), 0, 0, true));
    note_level(level);
    base::StopCheck stop(options_.stop);
    for (const std::size_t lowest = events_in(first); level > lowest; --level) {
      Level& below = levels_[level - 1];
      for (const auto& [above, known] : levels_[level]) {
        if (stop.reached()) return false;
        State state = above;
        for (std::size_t p = 0; p < state.size(); ++p) {
          if (state[p] == first[p] || !states::is_maximal(poset_, state.data(), p, state[p])) continue;
          --state[p];
          if (!below.contains(state)) below.emplace(state, look_at(state));
          ++state[p];
        }
      }
      note_level(level - 1);
    }
    return true;
  }

  std::uint64_t states() const { return states_; }
  // None: its level is gone.
  const std::uint64_t* known(const State& state) const {
    const Level& level = levels_[events_in(state)];
    const auto found = level.find(state);
    return found == level.end() ? nullptr : &found->second;
  }

 private:
  std::uint64_t look_at(State& state) const {
    std::uint64_t some = 0, every = ~std::uint64_t{0};
    for_each_next(poset_, state, [&](std::size_t) {
      const std::uint64_t* next = known(state);
      HEDDLE_CHECK(next != nullptr, "what follows a state was looked at before it");
      some |= *next;
      every &= *next;
    });
    return known_of(operators_, state.data(), some, every, false);
  }
  std::size_t bytes_of(const Level& level) const {
    return level.bucket_count() * (sizeof(State) + 24) +
           level.size() * (poset_.processes() * sizeof(Index) + 16);
  }
  // Those at the top go first: a run that is followed begins at the bottom.
  void note_level(std::size_t level) {
    states_ += levels_[level].size();
    if (options_.visited) options_.visited(levels_[level].size());
    bytes_ += bytes_of(levels_[level]);
    for (; bytes_ > options_.bytes && top_kept_ > level + 1; --top_kept_) {
      bytes_ -= bytes_of(levels_[top_kept_]);
      levels_[top_kept_] = {};
    }
  }

  const Operators& operators_;
  const Poset& poset_;
  const PropertyOptions& options_;
  std::vector<Level> levels_;  // by events done
  std::size_t top_kept_ = 0, bytes_ = 0;
  std::uint64_t states_ = 0;
};

// Follows a run that shows why a part of the property holds, or does not, in a state.
class Explanation {
 public:
  Explanation(Pass& pass, const Poset& poset, PropertyAnswer& answer)
      : pass_(pass), poset_(poset), answer_(answer), state_(poset.bottom()) {}

  // It was stopped on the way: what was to be seen is not known.
  bool is_stopped() const { return is_stopped_; }

  void explain(const Expression& part, const Bound& bound, bool holds) {
    if (temporal_operators(part) == 0) return show(part, holds);
    switch (part.kind) {
      case Kind::logical_not:
        return explain(part.operands[0], bound.operands[0], !holds);
      case Kind::both:
      case Kind::either:
        return explain_pair(part, bound, holds);
      case Kind::all_always:
      case Kind::some_sometime:
        // A state shows it; that there is none is about all of them.
        if (holds == (part.kind == Kind::all_always)) return rest(part, holds);
        return go_until(
            part, bound, holds, [&] { return is(bound.operands[0]) == holds; }, nullptr);
      case Kind::all_sometime:
      case Kind::some_always:
        if (holds == (part.kind == Kind::all_sometime)) return rest(part, holds);
        return go_until(
            part, bound, holds, [] { return false; }, &part.operands[0]);
      case Kind::all_until:
        if (holds) return rest(part, holds);
        return go_until(
            part, bound, holds, [&] { return !is(bound.operands[0]); }, &part.operands[1]);
      case Kind::some_until:
        if (!holds) return rest(part, holds);
        return go_until(
            part, bound, holds, [&] { return is(bound.operands[1]); }, &part.operands[0]);
      default:
        return rest(part, holds);
    }
  }

 private:
  std::uint64_t known(const State& state) {
    const std::uint64_t* there = pass_.known(state);
    if (there == nullptr) {
      is_stopped_ = is_stopped_ || !pass_.run(state_);
      there = is_stopped_ ? nullptr : pass_.known(state);
    }
    return there == nullptr ? 0 : *there;
  }
  bool is(const Bound& bound) { return holds_in(bound, state_.data(), known(state_)); }

  // Two parts of which one decides: one that can be looked at here rather than one that has to be followed. Or both do.
  void explain_pair(const Expression& part, const Bound& bound, bool holds) {
    if (holds == (part.kind == Kind::both)) return explain_both(part, bound, holds);
    const std::size_t first = temporal_operators(part.operands[0]) > 0 ? 1 : 0;
    const std::size_t side = is(bound.operands[first]) == holds ? first : 1 - first;
    explain(part.operands[side], bound.operands[side], holds);
  }
  void explain_both(const Expression& part, const Bound& bound, bool holds) {
    const std::size_t first = temporal_operators(part.operands[0]) > 0 ? 1 : 0;
    if (temporal_operators(part.operands[first]) > 0) return rest(part, holds);  // two runs from here
    explain(part.operands[first], bound.operands[first], holds);
    explain(part.operands[1 - first], bound.operands[1 - first], holds);
  }

  // From state to state in which `bound` is as it is here, until it `ends`; `on_the_way`: what is as it is claimed in each.
  void go_until(const Expression& part, const Bound& bound, bool holds, const auto& ends,
                const Expression* on_the_way) {
    while (!is_stopped_) {
      const bool is_until = part.kind == Kind::all_until || part.kind == Kind::some_until;
      if (ends()) {
        if (part.kind == Kind::all_until) return explain_both(part, bound, false);
        const std::size_t last = part.kind == Kind::some_until ? 1 : 0;
        return explain(part.operands[last], bound.operands[last], holds);
      }
      if (on_the_way != nullptr && temporal_operators(*on_the_way) == 0)
        show(*on_the_way, is_until ? part.kind == Kind::some_until : holds);
      if (state_ == poset_.top()) return;
      std::optional<std::size_t> next;  // whoever ran goes on if it can
      for_each_next(poset_, state_, [&](std::size_t p) {
        const bool goes_on = !answer_.run.empty() && answer_.run.back().process == p;
        if ((!next || goes_on) && is(bound) == holds) next = p;
      });
      if (!next) {
        HEDDLE_CHECK(is_stopped_, "a run leads on");
        return;
      }
      ++state_[*next];
      answer_.run.push_back({static_cast<std::uint32_t>(*next), state_[*next]});
    }
  }

  void show(const Expression& part, bool holds) {
    answer_.shown.push_back({answer_.run.size(), &part, holds});
  }
  void rest(const Expression& part, bool holds) { answer_.rest = Shown{answer_.run.size(), &part, holds}; }

  Pass& pass_;
  const Poset& poset_;
  PropertyAnswer& answer_;
  State state_;
  bool is_stopped_ = false;
};

}  // namespace

std::size_t temporal_operators(const Expression& expression) {
  std::size_t count = is_temporal(expression.kind) ? 1 : 0;
  for (const Expression& operand : expression.operands) count += temporal_operators(operand);
  return count;
}

PropertyAnswer decide(const Expression& property, const Bound& bound, const Poset& poset,
                      const PropertyOptions& options) {
  HEDDLE_CHECK(temporal_operators(property) <= kMostTemporal, "what is known of a state has a bit for each");
  const Operators operators(bound);
  PropertyAnswer answer;
  Pass pass(operators, poset, options);
  answer.complete = pass.run(poset.bottom());
  answer.states = pass.states();
  if (!answer.complete) return answer;
  const State bottom = poset.bottom();
  answer.holds = holds_in(operators.root, bottom.data(), *pass.known(bottom));
  Explanation explanation(pass, poset, answer);
  explanation.explain(property, operators.root, answer.holds);
  if (explanation.is_stopped()) {
    answer.run.clear();
    answer.shown.clear();
    answer.rest = Shown{0, &property, answer.holds};
  }
  return answer;
}

}  // namespace heddle::predict
