// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "explore/memory_model.h"
#include "explore/model_rc11.h"
#include "explore/model_sc.h"
#include "explore/model_tso.h"

namespace heddle::explore {
namespace {

struct Entry {
  std::string_view name;
  MemoryModel* (*make)(Arena&);
};

constexpr std::array kModels = {
#define HEDDLE_MEMORY_MODEL(name, rule, whose, leaves_out) \
  Entry{#name, [](Arena& arena) -> MemoryModel* { return arena.make<rule>(arena); }},
#include "schedule/memory_models.def"
};

constexpr auto kNames = [] {
  std::array<std::string_view, kModels.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kModels[i].name;
  return names;
}();

}  // namespace

MemoryModel* make_memory_model(std::string_view name, Arena& arena) {
  for (const Entry& entry : kModels)
    if (entry.name == name) return entry.make(arena);
  return nullptr;
}

std::span<const std::string_view> memory_model_names() { return kNames; }

}  // namespace heddle::explore
