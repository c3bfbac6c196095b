// SPDX-License-Identifier: Apache-2.0
#include "predict/detect.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <numeric>

#include <fmt/format.h>

#include "cluster/group.h"
#include "predict/fold.h"
#include "predict/least_cut.h"
#include "predict/slice.h"
#include "predict/sum_bounds.h"
#include "predict/temporal.h"
#include "states/para_mount.h"
#include "states/runs.h"

namespace heddle::predict {

namespace {

constexpr std::array<std::pair<Algorithm, std::string_view>, 11> kNames = {
    {{Algorithm::automatic, "auto"},
     {Algorithm::scan, "scan"},
     {Algorithm::conjunctive, "conjunctive"},
     {Algorithm::linear, "linear"},
     {Algorithm::stable, "stable"},
     {Algorithm::max_flow, "max-flow"},
     {Algorithm::pairs, "pairs"},
     {Algorithm::fold, "fold"},
     {Algorithm::slice, "slice"},
     {Algorithm::enumerate, "enumerate"},
     {Algorithm::levels, "levels"}}};

std::uint64_t size(const State& state) {
  return std::accumulate(state.begin(), state.end(), std::uint64_t{0});
}

bool is_race(const Bound& bound) { return bound.kind == Expression::Kind::race; }

bool is_linear(const Conjunction& c) {
  return c.others.empty() && std::all_of(c.sums.begin(), c.sums.end(), LeastCut::applies_to);
}
bool is_one_sum(const Conjunction& c) {
  return c.others.empty() && c.locals.empty() && c.sums.size() == 1 &&
         (c.sums[0].relation == Sum::Relation::at_least_zero || c.sums[0].has_unit_steps());
}

// The best algorithm for one disjunct.
Algorithm best_for(const Conjunction& c) {
  if (c.others.empty() && c.sums.empty())
    return c.locals.size() <= 1 ? Algorithm::scan : Algorithm::conjunctive;
  if (is_linear(c)) return Algorithm::linear;
  if (is_one_sum(c)) return Algorithm::max_flow;
  if (c.locals.empty() && c.sums.empty() && c.others.size() == 1 && is_race(c.others[0]))
    return Algorithm::pairs;
  return c.others.empty() ? Algorithm::fold : Algorithm::enumerate;
}

bool can(Algorithm algorithm, const Conjunction& c) {
  switch (algorithm) {
    case Algorithm::scan:
      return c.others.empty() && c.sums.empty() && c.locals.size() <= 1;
    case Algorithm::conjunctive:
      return c.others.empty() && c.sums.empty();
    case Algorithm::linear:
      return is_linear(c);
    case Algorithm::max_flow:
      return is_one_sum(c);
    case Algorithm::pairs:
      return best_for(c) == Algorithm::pairs;
    case Algorithm::fold:
      return c.others.empty();
    default:
      return true;
  }
}

// What others looked at and found counts as if it had been here.
bool enumerate_with_others(const Poset& poset, const DetectOptions& options,
                           const std::function<bool(const states::Interval&)>& over,
                           std::atomic<std::uint64_t>& states, std::optional<State>& found) {
  std::uint64_t all = 0;
  const auto mine = [&] {
    cluster::Packer packer;
    packer << states.load() << found.has_value();
    for (std::size_t p = 0; found && p < found->size(); ++p) packer << (*found)[p];
    return packer.text();
  };
  std::optional<State> least;
  const auto hear = [&](const std::string& text) {
    cluster::Unpacker unpacker(text);
    std::uint64_t theirs = 0;
    bool has_found = false;
    unpacker >> theirs >> has_found;
    all += theirs;
    if (!has_found) return;
    State state;
    while (!unpacker.is_empty() && unpacker.is_good()) unpacker >> state.emplace_back();
    if (!least || size(state) < size(*least)) least = std::move(state);
  };
  const bool finished = options.spread(poset, over, mine, hear);
  states = all;
  found = std::move(least);
  return finished;
}

// All states of a poset, in parallel, until one satisfies.
template <class Holds, class Original>
void enumerate(const Poset& poset, const DetectOptions& options, Detection& detection, const Holds& holds,
               const Original& original) {
  const std::size_t n = poset.processes();
  std::mutex mutex;
  std::optional<State> found;
  std::atomic<bool> stopped = false;
  std::atomic<std::uint64_t> states = 0;
  const auto over = [&](const states::Interval& interval) {
    if (options.stop && options.stop()) return false;  // small intervals would never ask
    State state(n);
    std::uint64_t here = 0;
    base::StopCheck stop(options.stop);
    const bool finished = states::runs(poset, interval, [&](const Index* digits, Index low, Index high) {
      std::copy(digits, digits + n, state.begin());
      for (Index last = low; last <= high; ++last) {
        if (n > 0) state[n - 1] = last;
        if ((++here & 0xFFFF) == 0) {
          states += 0x10000;
          if (options.visited) options.visited(0x10000);
        }
        if (stopped || stop.reached()) {
          stopped = true;
          return false;
        }
        if (!holds(state.data())) continue;
        const std::lock_guard lock(mutex);
        State satisfying = original(state.data());
        if (!found || size(satisfying) < size(*found)) found = std::move(satisfying);
        return false;
      }
      return true;
    });
    states += here & 0xFFFF;
    return finished;
  };
  const states::ParaMount para_mount{.workers = options.workers, .enumerate = over};
  const bool finished = options.spread ? enumerate_with_others(poset, options, over, states, found)
                                       : para_mount.run(poset, states::whole(poset));
  detection.states += states;
  if (found && (!detection.state || size(*found) < size(*detection.state))) detection.state = found;
  if (!found && !finished) detection.complete = false;
}

// Takes events back as long as the predicate still holds.
template <class Holds>
void descend(const Poset& poset, State& state, const Holds& holds) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (std::size_t p = 0; p < state.size(); ++p) {
      while (state[p] > 0 && states::is_maximal(poset, state.data(), p, state[p])) {
        --state[p];
        if (holds(state.data())) {
          smaller = true;
          continue;
        }
        ++state[p];
        break;
      }
    }
  }
}

class Detector {
 public:
  Detector(const Bound& bound, const Poset& poset, const DetectOptions& options)
      : bound_(bound), poset_(poset), options_(options), formula_(take_apart(bound, poset)) {}

  base::Result<Detection> run() {
    if (options_.algorithm != Algorithm::automatic) {
      if (auto wrong = check_choice(); !wrong.empty())
        return base::failure(base::ErrorCode::usage, wrong, "--algorithm");
    }
    if (options_.algorithm == Algorithm::enumerate) {
      enumerate_all();
    } else if (uses_stable()) {
      detection_.used.insert(Algorithm::stable);
      if (bound_.evaluate(poset_.top().data()) != 0) consider(poset_.top());
    } else {
      disjunct_by_disjunct();
    }
    if (detection_.state) {
      descend(poset_, *detection_.state, [&](const Index* state) { return bound_.evaluate(state) != 0; });
    }
    return std::move(detection_);
  }

 private:
  std::string check_choice() const {
    const Algorithm wanted = options_.algorithm;
    if (wanted == Algorithm::stable && !formula_.is_stable) {
      return "'stable' needs a predicate that stays true once it is; this one need not";
    }
    for (const Conjunction& c : formula_.disjuncts) {
      if (wanted == Algorithm::stable || can(wanted, c)) continue;
      return fmt::format("'{}' is not made for this predicate; '{}' is, and 'enumerate' always", name(wanted),
                         name(best_for(c)));
    }
    return "";
  }

  bool uses_stable() const {
    if (options_.algorithm == Algorithm::stable) return true;
    if (options_.algorithm != Algorithm::automatic || !formula_.is_stable) return false;
    return !std::all_of(formula_.disjuncts.begin(), formula_.disjuncts.end(),
                        is_linear);  // those find the least
  }

  // Cheap ones first; an expensive one only while nothing is found.
  void disjunct_by_disjunct() {
    std::vector<std::pair<Algorithm, const Conjunction*>> work;
    for (const Conjunction& c : formula_.disjuncts) {
      const bool forced = options_.algorithm != Algorithm::automatic;
      work.emplace_back(forced ? options_.algorithm : best_for(c), &c);
    }
    if (formula_.disjuncts.empty()) detection_.used.insert(Algorithm::scan);
    std::stable_sort(work.begin(), work.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [algorithm, conjunction] : work) {
      if (detection_.state && algorithm >= Algorithm::max_flow) break;
      one(algorithm, *conjunction);
    }
    if (detection_.state) detection_.complete = true;
  }

  void one(Algorithm algorithm, const Conjunction& c) {
    switch (algorithm) {
      case Algorithm::scan:
      case Algorithm::conjunctive:
      case Algorithm::linear:
        detection_.used.insert(algorithm);
        if (auto state = LeastCut(poset_, c.locals, c.sums).above(poset_.bottom(), poset_.top()))
          consider(*state);
        return;
      case Algorithm::max_flow:
        detection_.used.insert(algorithm);
        one_sum(c.sums[0]);
        return;
      case Algorithm::pairs:
        detection_.used.insert(algorithm);
        if (auto found = least_race(poset_, *c.others[0].races)) consider(found->first);
        return;
      default:
        on_slice(algorithm, c);
    }
  }

  void one_sum(const Sum& sum) {
    const GreatestSum greatest = greatest_sum(poset_, sum);
    if (greatest.value < 0) return;
    if (sum.relation == Sum::Relation::at_least_zero) return consider(greatest.state);
    const GreatestSum least = greatest_sum(poset_, sum.negated());
    if (least.value < 0) return;  // even the least sum is above 0
    // From one to the other through their intersection, event by event: the sum changes by one at most.
    State state = greatest.state;
    const auto step_to = [&](const State& goal, bool down) {
      while (sum.at(state.data()) != 0 && state != goal) {
        for (std::size_t p = 0; p < state.size(); ++p) {
          if (state[p] == goal[p]) continue;
          if (down ? states::is_maximal(poset_, state.data(), p, state[p])
                   : states::is_enabled(poset_, state.data(), p, state[p] + 1)) {
            state[p] += down ? Index(-1) : Index(1);
            break;
          }
        }
      }
    };
    State meet(state.size());
    for (std::size_t p = 0; p < meet.size(); ++p) meet[p] = std::min(state[p], least.state[p]);
    step_to(meet, true);
    step_to(least.state, false);
    consider(state);
  }

  void on_slice(Algorithm algorithm, const Conjunction& c) {
    Conjunction rest{.others = c.others};
    std::vector<Sum> regular;
    for (const Sum& sum : c.sums) (sum.is_regular() ? regular : rest.sums).push_back(sum);
    std::optional<Slice> slice;
    if (!c.locals.empty() || !regular.empty()) {
      detection_.used.insert(Algorithm::slice);
      slice = predict::slice(poset_, c.locals, regular);
      if (!slice) return;
    }
    const auto original = [&](const Index* state) {
      return slice ? slice->original(state) : State(state, state + poset_.processes());
    };
    const Poset& poset = slice ? slice->poset : poset_;
    if (algorithm == Algorithm::slice || (rest.sums.empty() && rest.others.empty())) {
      if (rest.sums.empty() && rest.others.empty()) return consider(original(poset.bottom().data()));
      algorithm = rest.others.empty() ? Algorithm::fold : Algorithm::enumerate;
    }
    if (algorithm == Algorithm::fold) {
      detection_.used.insert(Algorithm::fold);
      std::vector<Sum> sums = rest.sums;
      for (Sum& sum : sums) {
        for (std::size_t p = 0; slice && p < sum.values.size(); ++p) {
          if (sum.values[p].empty()) continue;
          std::vector<std::int64_t> values;
          for (Index i : slice->values[p]) values.push_back(sum.values[p][i]);
          sum.values[p] = std::move(values);
        }
      }
      const Folded folded = fold(poset, sums, options_.fold_bytes, options_.stop);
      if (folded.state) return consider(original(folded.state->data()));
      if (folded.complete) return;
      if (options_.stop && options_.stop()) {
        detection_.complete = false;
        return;
      }
    }
    detection_.used.insert(Algorithm::enumerate);
    enumerate(
        poset, options_, detection_,
        [&](const Index* state) {
          const State here = original(state);
          return rest.holds(here.data());
        },
        original);
  }

  void enumerate_all() {
    detection_.used.insert(Algorithm::enumerate);
    enumerate(
        poset_, options_, detection_, [&](const Index* state) { return bound_.evaluate(state) != 0; },
        [&](const Index* state) { return State(state, state + poset_.processes()); });
  }

  void consider(const State& state) {
    if (!detection_.state || size(state) < size(*detection_.state)) detection_.state = state;
  }

  const Bound& bound_;
  const Poset& poset_;
  const DetectOptions& options_;
  Formula formula_;
  Detection detection_;
};

}  // namespace

std::string_view name(Algorithm algorithm) {
  return std::find_if(kNames.begin(), kNames.end(), [&](const auto& row) { return row.first == algorithm; })
      ->second;
}
std::optional<Algorithm> algorithm_named(std::string_view name) {
  for (const auto& [algorithm, known] : kNames) {
    if (known == name) return algorithm;
  }
  return std::nullopt;
}
std::vector<std::string> algorithm_names() {
  std::vector<std::string> names;
  for (const auto& [algorithm, name] : kNames)
    if (algorithm != Algorithm::levels) names.emplace_back(name);
  return names;
}

base::Result<Detection> possibly(const Bound& bound, const Poset& poset, const DetectOptions& options) {
  return Detector(bound, poset, options).run();
}

Detection possibly_any(const Poset& poset, const DetectOptions& options,
                       const std::function<bool(const Index*)>& holds) {
  Detection detection;
  detection.used.insert(Algorithm::enumerate);
  enumerate(poset, options, detection, holds,
            [&](const Index* state) { return State(state, state + poset.processes()); });
  if (detection.state) descend(poset, *detection.state, holds);
  return detection;
}

Detection definitely(const Expression& expression, const Bound& bound, const Poset& poset,
                     const DetectOptions& options) {
  Detection result;
  const Formula formula = take_apart(bound, poset);
  if (formula.disjuncts.empty()) {  // it never holds
    result.used.insert(Algorithm::scan);
    return result;
  }
  if (formula.disjuncts.size() == 1 && formula.disjuncts[0].sums.empty() &&
      formula.disjuncts[0].others.empty()) {
    result.used.insert(Algorithm::conjunctive);
    const std::optional<Stretches> stretches = definitely(poset, formula.disjuncts[0].locals);
    if (!stretches) return result;
    result.state = poset.bottom();
    for (const auto& [process, stretch] : *stretches) {
      const Index* clock = poset.clock(process, stretch.first);
      for (std::size_t q = 0; q < result.state->size(); ++q)
        (*result.state)[q] = std::max((*result.state)[q], clock[q]);
    }
    return result;
  }
  result.used.insert(Algorithm::levels);
  Bound always{.kind = Expression::Kind::all_sometime};
  always.operands.push_back(bound);
  Expression property{.kind = Expression::Kind::all_sometime};
  property.operands.push_back(expression);
  const PropertyAnswer answer =
      decide(property, always, poset,
             {.bytes = options.fold_bytes, .stop = options.stop, .visited = options.visited});
  result.complete = answer.complete;
  result.states = answer.states;
  if (!answer.complete || !answer.holds) return result;
  State state = poset.bottom();
  for (const EventRef event : poset.extension()) {
    if (bound.evaluate(state.data()) != 0) break;
    state[event.process] = event.index;
  }
  result.state = std::move(state);
  return result;
}

}  // namespace heddle::predict
