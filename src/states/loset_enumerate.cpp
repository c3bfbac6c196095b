// SPDX-License-Identifier: Apache-2.0
#include "states/loset_enumerate.h"

#include <array>
#include <atomic>
#include <mutex>
#include <utility>

#include "base/check.h"
#include "states/loset_walk.h"
#include "states/para_mount.h"
#include "states/process_order.h"
#include "states/state_diagram.h"

namespace heddle::states {

namespace {

constexpr std::array<std::pair<LosetAlgorithm, std::string_view>, 5> kLosetNames = {
    {{LosetAlgorithm::bfs, "bfs"},
     {LosetAlgorithm::dfs, "dfs"},
     {LosetAlgorithm::lex, "lex"},
     {LosetAlgorithm::quick_lex, "quicklex"},
     {LosetAlgorithm::diagram, "diagram"}}};
constexpr std::uint64_t kTold = 0x1000;  // states between two calls of `visited`

ShortCut short_cut_of(LosetAlgorithm algorithm) {
  return algorithm == LosetAlgorithm::lex ? ShortCut::no : ShortCut::yes;
}

// Counts what it is shown, and tells of it now and then.
class LosetCounter {
 public:
  explicit LosetCounter(const LosetCountOptions& options) : options_(options) {}
  bool operator()(const Index*) {
    if ((++seen_ & (kTold - 1)) == 0 && options_.visited) options_.visited(kTold);
    return true;
  }
  std::uint64_t seen() const { return seen_; }

 private:
  const LosetCountOptions& options_;
  std::uint64_t seen_ = 0;
};

void count_in_parallel(const Loset& loset, const LosetCountOptions& options, LosetCounted& counted) {
  const order::Poset poset = happens_before(loset);
  const auto whole = std::make_shared<WholeForm>(loset);
  std::mutex mutex;
  counted.complete = ParaMount{
      .workers = options.workers, .enumerate = [&](const Interval& interval) {
        LosetCounter counter(options);
        LexCounts counts;
        const bool finished = loset_quick_lex(loset, interval, options.which, short_cut_of(counted.used),
                                              counter, &counts, {.stop = options.stop}, whole);
        const std::lock_guard lock(mutex);
        counted.states += counter.seen();
        counted.unknown += counts.unknown;
        return finished && !(options.stop && options.stop());
      }}.run(poset);
}

}  // namespace

std::string_view name(LosetAlgorithm algorithm) {
  return kLosetNames[static_cast<std::size_t>(algorithm)].second;
}

std::optional<LosetAlgorithm> loset_algorithm_named(std::string_view name) {
  for (const auto& [algorithm, known] : kLosetNames)
    if (known == name) return algorithm;
  return std::nullopt;
}

order::Poset happens_before(const Loset& loset) {
  order::PosetBuilder builder;
  const std::size_t n = loset.threads();
  for (std::size_t t = 0; t < n; ++t) builder.add_process(event::ThreadId(t));
  State done(n, 0);
  std::uint64_t position = 0;
  for (bool progress = true; progress;) {
    progress = false;
    for (std::size_t t = 0; t < n; ++t) {
      const auto is_next = [&] {
        if (done[t] == loset.size(t)) return false;
        for (std::size_t u = 0; u < n; ++u)
          if (u != t && loset.seen(t, done[t] + 1, u) > done[u]) return false;
        return true;
      };
      for (; is_next(); progress = true) builder.add_clock(t, loset.clock(t, ++done[t]), position++);
    }
  }
  HEDDLE_CHECK(done == loset.final(), "happens-before has no cycle");
  return std::move(builder).build();
}

std::vector<std::size_t> thread_order(const Loset& loset) { return process_order(happens_before(loset)); }

bool enumerate(LosetAlgorithm algorithm, const Loset& loset, const LosetCountOptions& options,
               const std::function<bool(const Index*)>& visit, LexCounts* counts) {
  base::StopCheck stop(options.stop);
  const auto until_stopped = [&](const Index* state) { return !stop.reached() && visit(state); };
  switch (algorithm) {
    case LosetAlgorithm::bfs:
      return walk_breadth_first(loset, until_stopped, options.bytes) == Walked::complete;
    case LosetAlgorithm::dfs:
      return walk_depth_first(loset, until_stopped, options.bytes) == Walked::complete;
    case LosetAlgorithm::lex:
    case LosetAlgorithm::quick_lex:
      return loset_quick_lex(loset, options.which, short_cut_of(algorithm), visit, counts,
                             {.stop = options.stop});
    case LosetAlgorithm::diagram:
      break;
  }
  const auto diagram = StateDiagram::reachable(loset, options.bytes, options.stop);
  if (!diagram) return false;
  const std::size_t n = loset.threads();
  State state(n);
  bool complete = true;
  diagram->runs([&](const Index* prefix, Index low, Index high) {
    std::copy(prefix, prefix + n, state.begin());
    for (Index last = low; last <= high && complete; ++last) {
      if (n > 0) state[n - 1] = last;
      complete = until_stopped(state.data());
    }
    return complete;
  });
  return complete;
}

LosetCounted count(const Loset& loset, const LosetCountOptions& options) {
  LosetCounted counted{.used = options.algorithm.value_or(LosetAlgorithm::diagram)};
  if (counted.used == LosetAlgorithm::diagram) {
    if (options.which == Class::reachable) {
      if (const auto diagram = StateDiagram::reachable(loset, options.bytes, options.stop))
        if (const auto states = diagram->count(options.stop)) {
          counted.states = *states;
          counted.diagram_nodes = diagram->nodes();
          return counted;
        }
      if (options.algorithm) {
        counted.complete = false;
        return counted;
      }
    }
    counted.used = LosetAlgorithm::quick_lex;
  }
  const bool lexical = counted.used == LosetAlgorithm::lex || counted.used == LosetAlgorithm::quick_lex;
  if (options.workers != 1 && lexical) {
    count_in_parallel(loset, options, counted);
    return counted;
  }
  LosetCounter counter(options);
  LexCounts counts;
  counted.complete = enumerate(counted.used, loset, options, std::ref(counter), &counts);
  counted.states = counter.seen();
  counted.unknown = counts.unknown;
  return counted;
}

}  // namespace heddle::states
