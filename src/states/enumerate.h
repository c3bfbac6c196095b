// SPDX-License-Identifier: Apache-2.0
// The enumerations behind one small interface, for callers that choose at run time. Those that know what they
// want include the algorithm's own header: its visitor is then compiled into it.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string_view>

#include "states/count.h"
#include "states/interval.h"

namespace heddle::states {

enum class Algorithm : std::uint8_t { bfs, tree, lex, quick_lex, runs, diagram };
inline constexpr std::array<Algorithm, 6> kAlgorithms = {Algorithm::bfs,  Algorithm::tree,
                                                         Algorithm::lex,  Algorithm::quick_lex,
                                                         Algorithm::runs, Algorithm::diagram};
std::string_view name(Algorithm algorithm);  // "quicklex"
std::optional<Algorithm> algorithm_named(std::string_view name);

// Every state of the interval in the algorithm's order; the diagram's is lexical. False: the visitor said
// stop, or the diagram grew too large.
bool enumerate(Algorithm algorithm, const Poset& poset, const Interval& interval,
               const std::function<bool(const Index*)>& visit);

// In the place of ParaMount on this machine: calls `enumerate` for every interval of its own, and hears the sum of what
// all who take part counted (spread.h). False: not every interval was enumerated.
using CountSpread = std::function<bool(const Poset&, const std::function<bool(const Interval&)>& enumerate,
                                       const std::function<std::uint64_t()>& mine, Count& all)>;

struct CountOptions {
  std::optional<Algorithm> algorithm;                // none: the fastest that fits, a diagram or else runs
  unsigned workers = 1;                              // more: ParaMount; 0: as many as there are cores
  std::size_t diagram_bytes = std::size_t{1} << 30;  // beyond, a diagram is given up
  std::function<bool()> stop;                        // asked now and then, from several threads
  std::function<void(std::uint64_t)> visited;        // so many states more; from several threads
  CountSpread spread;                                // with an algorithm, that is no diagram
  // Only states that it holds in are counted; none: all are. From several threads. Then there is no diagram.
  std::function<bool(const Index*)> holds;
};
struct Counted {
  Count states;
  bool complete = true;  // else `states` were counted when it was stopped
  Algorithm used = Algorithm::diagram;
};
Counted count(const Poset& poset, const CountOptions& options);

}  // namespace heddle::states
