// SPDX-License-Identifier: Apache-2.0
#include "explore/strategies.h"

#include <array>

#include "explore/dpor.h"
#include "explore/estimate.h"
#include "explore/first_locks.h"
#include "explore/fuzz.h"
#include "explore/graph_search.h"
#include "explore/interleavings.h"
#include "explore/pos.h"
#include "explore/sampling.h"
#include "explore/surw.h"

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
    Strategy{"dpor", "one execution of each equivalence class", false, "races", "graphs",
             [](const Options&, Arena& arena) -> Search* { return arena.make<Dpor>(arena); }},
    Strategy{"races", "switches only before what can block, atomics and racy variables", false, "", "",
             make_interleavings<Interleavings::Points::useful>},
    Strategy{"all", "every interleaving of visible operations", false, "", "",
             make_interleavings<Interleavings::Points::all>},
    Strategy{"graphs", "one of each execution that --memory-model allows", false, "", "graphs",
             [](const Options& options, Arena& arena) -> Search* {
               return arena.make<GraphSearch>(arena, *make_memory_model(options.model, arena));
             }},
    Strategy{"random", "uniformly chosen threads", true, "", "", make_sampler<Random>},
    Strategy{"pct", "random priorities, few changes", true, "", "", make_sampler<Pct>},
    Strategy{"pos", "random priorities of operations", true, "", "", make_sampler<Pos>},
    Strategy{"surw", "operations on one object interleaved uniformly", true, "", "", make_sampler<Surw>},
    Strategy{"locks", "all threads take a lock before one takes its second", true, "", "",
             make_sampler<FirstLocks>},
    Strategy{"estimate", "random probes: about how many executions dpor has", true, "", "",
             make_sampler<Estimate>, true},
    Strategy{"fuzz", "asks for writes to be read that were not yet", true, "", "", make_sampler<Fuzz>},
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
