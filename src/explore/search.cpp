// SPDX-License-Identifier: Apache-2.0
#include "explore/search.h"

#include <array>

#include "explore/dpor.h"
#include "explore/graph_search.h"
#include "explore/interleavings.h"
#include "explore/sampling.h"

namespace heddle::explore {
namespace {

struct Entry {
  std::string_view name;
  Search* (*make)(const Options&, Arena&);
};

constexpr std::array kSearches = {
    Entry{"dpor", [](const Options&, Arena& arena) -> Search* { return arena.make<Dpor>(arena); }},
    Entry{"races",
          [](const Options& options, Arena& arena) -> Search* {
            return arena.make<Interleavings>(arena, Interleavings::Points::useful, options.preemptions);
          }},
    Entry{"all",
          [](const Options& options, Arena& arena) -> Search* {
            return arena.make<Interleavings>(arena, Interleavings::Points::all, options.preemptions);
          }},
    Entry{"graphs",
          [](const Options& options, Arena& arena) -> Search* {
            MemoryModel* model = make_memory_model(options.model, arena);
            return model == nullptr ? nullptr : arena.make<GraphSearch>(arena, *model);
          }},
    Entry{"random",
          [](const Options& options, Arena& arena) -> Search* { return arena.make<Random>(arena, options); }},
    Entry{"pct",
          [](const Options& options, Arena& arena) -> Search* { return arena.make<Pct>(arena, options); }},
};

constexpr auto kNames = [] {
  std::array<std::string_view, kSearches.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kSearches[i].name;
  return names;
}();

}  // namespace

Search* make_search(std::string_view name, const Options& options, Arena& arena) {
  for (const Entry& entry : kSearches)
    if (entry.name == name) return entry.make(options, arena);
  return nullptr;
}

std::span<const std::string_view> search_names() { return kNames; }

}  // namespace heddle::explore
