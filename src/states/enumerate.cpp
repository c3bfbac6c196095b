// SPDX-License-Identifier: Apache-2.0
#include "states/enumerate.h"

#include <atomic>

#include "states/bfs.h"
#include "states/diagram.h"
#include "states/lex.h"
#include "states/para_mount.h"
#include "states/quick_lex.h"
#include "states/runs.h"
#include "states/share.h"
#include "states/tree.h"

namespace heddle::states {

namespace {

constexpr std::array<std::string_view, 6> kNames = {"bfs", "tree", "lex", "quicklex", "runs", "diagram"};

// Counts what it is shown, and looks up now and then.
class Counter {
 public:
  Counter(const CountOptions& options, std::atomic<std::uint64_t>& total)
      : options_(options), total_(total) {}
  ~Counter() { report(); }
  Counter(const Counter&) = delete;
  Counter& operator=(const Counter&) = delete;

  bool operator()(const Index*) { return (++here_ & 0x3FFFF) != 0 || look_up(); }
  bool operator()(const Index*, Index low, Index high) {
    here_ += std::uint64_t{high} - low + 1;
    return (++runs_ & 0x3FFFF) != 0 || look_up();
  }
  // One of those that are asked.
  bool ask(const Index* state) {
    if (options_.holds(state)) ++here_;
    return (++runs_ & 0x3FFF) != 0 || look_up();
  }

 private:
  bool look_up() {
    report();
    return !options_.stop || !options_.stop();
  }
  void report() {
    total_ += here_ - reported_;
    if (options_.visited) options_.visited(here_ - reported_);
    reported_ = here_;
  }

  const CountOptions& options_;
  std::atomic<std::uint64_t>& total_;
  std::uint64_t here_ = 0;
  std::uint64_t reported_ = 0;
  std::uint64_t runs_ = 0;
};

bool count_interval(Algorithm algorithm, const Poset& poset, const Interval& interval,
                    const CountOptions& options, Counter& counter) {
  if (options.holds)
    return enumerate(algorithm, poset, interval, [&](const Index* state) { return counter.ask(state); });
  switch (algorithm) {
    case Algorithm::bfs:
      return bfs(poset, interval, counter);
    case Algorithm::tree:
      return tree(poset, interval, counter);
    case Algorithm::lex:
      return lex(poset, interval, counter);
    case Algorithm::quick_lex:
      return quick_lex(poset, interval, counter);
    default:
      return runs(poset, interval, counter);
  }
}

}  // namespace

std::string_view name(Algorithm algorithm) { return kNames[static_cast<std::size_t>(algorithm)]; }

std::optional<Algorithm> algorithm_named(std::string_view name) {
  for (Algorithm algorithm : kAlgorithms) {
    if (states::name(algorithm) == name) return algorithm;
  }
  return std::nullopt;
}

bool enumerate(Algorithm algorithm, const Poset& poset, const Interval& interval,
               const std::function<bool(const Index*)>& visit) {
  const std::size_t n = poset.processes();
  switch (algorithm) {
    case Algorithm::bfs:
      return bfs(poset, interval, visit);
    case Algorithm::tree:
      return tree(poset, interval, visit);
    case Algorithm::lex:
      return lex(poset, interval, visit);
    case Algorithm::quick_lex:
      return quick_lex(poset, interval, visit);
    case Algorithm::runs: {
      State state(n);
      return runs(poset, interval, [&](const Index* digits, Index low, Index high) {
        std::copy(digits, digits + n, state.begin());
        for (Index last = low;; ++last) {
          if (n > 0) state[n - 1] = last;
          if (!visit(state.data())) return false;
          if (last == high) return true;
        }
      });
    }
    case Algorithm::diagram:
      break;
  }
  const std::optional<Diagram> diagram = Diagram::build(poset, interval, {});
  if (!diagram) return false;
  const Count states = diagram->count();
  for (Count number = 0; number < states; ++number) {
    if (!visit(diagram->state(number).data())) return false;
  }
  return true;
}

Counted count(const Poset& poset, const CountOptions& options) {
  Counted result;
  if (!options.holds && (!options.algorithm || *options.algorithm == Algorithm::diagram)) {
    const Diagram::Limits limits{.bytes = options.diagram_bytes, .stop = options.stop};
    if (const std::optional<Diagram> diagram = Diagram::build(poset, whole(poset), limits)) {
      result.states = diagram->count();
      return result;
    }
    result.complete = false;
    if (options.algorithm || (options.stop && options.stop())) return result;
  }
  result.used = options.algorithm.value_or(Algorithm::runs);
  std::atomic<std::uint64_t> total = 0;
  const auto over = [&](const Interval& interval) {
    if (options.stop && options.stop()) return false;  // small intervals would never ask
    Counter counter(options, total);
    return count_interval(result.used, poset, interval, options, counter);
  };
  if (options.spread) {
    result.complete = options.spread(
        poset, over, [&] { return total.load(); }, result.states);
    return result;
  }
  result.complete = options.workers == 1
                        ? over(whole(poset))
                        : ParaMount{.workers = options.workers, .enumerate = over}.run(poset);
  result.states = total.load();
  return result;
}

Counted count_intervals(const Poset& poset, const std::vector<Interval>& intervals,
                        const CountOptions& options) {
  Counted result;
  result.used = options.algorithm.value_or(Algorithm::runs);
  std::atomic<std::uint64_t> total = 0;
  for (const Interval& interval : intervals) {
    if (options.stop && options.stop()) result.complete = false;
    if (!result.complete) break;
    if (result.used == Algorithm::diagram) {
      const auto diagram =
          Diagram::build(poset, interval, {.bytes = options.diagram_bytes, .stop = options.stop});
      if (diagram) result.states += diagram->count();
      result.complete = diagram.has_value();
      continue;
    }
    const auto over = [&](const Interval& part) {
      Counter counter(options, total);
      return count_interval(result.used, poset, part, options, counter);
    };
    result.complete = options.workers == 1
                          ? over(interval)
                          : ParaMount{.workers = options.workers, .enumerate = over}.run(poset, interval);
  }
  result.states += total.load();
  return result;
}

}  // namespace heddle::states
