// SPDX-License-Identifier: Apache-2.0
#include "explore/strategies.h"

#include <array>

#include "explore/dpor.h"
#include "explore/graph_search.h"
#include "explore/interleavings.h"
#include "explore/sampling.h"

namespace heddle::explore {
namespace {

template <Interleavings::Points points>
Search* make_interleavings(const Options& options, Arena& arena) {
  return arena.make<Interleavings>(arena, points, options.preemptions);
}
template <class Sampler>
Search* make_sampler(const Options& options, Arena& arena) {
  return arena.make<Sampler>(arena, options);
}

constexpr std::array kStrategies = {
    Strategy{"dpor", "one execution of each equivalence class", false, "races",
             [](const Options&, Arena& arena) -> Search* { return arena.make<Dpor>(arena); }},
    Strategy{"races", "switches only before what can block, atomics and racy variables", false, "",
             make_interleavings<Interleavings::Points::useful>},
    Strategy{"all", "every interleaving of visible operations", false, "",
             make_interleavings<Interleavings::Points::all>},
    Strategy{"graphs", "one of each execution that --memory-model allows", false, "",
             [](const Options& options, Arena& arena) -> Search* {
               return arena.make<GraphSearch>(arena, *make_memory_model(options.model, arena));
             }},
    Strategy{"random", "uniformly chosen threads", true, "", make_sampler<Random>},
    Strategy{"pct", "random priorities, few changes", true, "", make_sampler<Pct>},
};

}  // namespace

std::span<const Strategy> strategies() { return kStrategies; }

const Strategy* strategy_for(std::string_view name, const Options& options) {
  for (const Strategy& strategy : kStrategies) {
    if (strategy.name != name) continue;
    const bool replaced = options.preemptions != kAnyNumber && !strategy.by_preemptions.empty();
    return replaced ? strategy_for(strategy.by_preemptions, options) : &strategy;
  }
  return nullptr;
}

}  // namespace heddle::explore
