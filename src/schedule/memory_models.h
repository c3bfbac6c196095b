// SPDX-License-Identifier: Apache-2.0
// How a memory model is told: the words of memory_models.def.
#pragma once

#include <array>
#include <string_view>

#include "base/check.h"

namespace heddle::schedule {

struct ToldModel {
  std::string_view name;
  std::string_view whose;
  std::string_view leaves_out;
  bool is_weak() const { return name != "sc"; }
};

inline constexpr std::array kToldModels = {
#define HEDDLE_MEMORY_MODEL(name, rule, whose, leaves_out) ToldModel{#name, whose, leaves_out},
#include "schedule/memory_models.def"
};

// "auto" is an answer about C++'s own.
inline const ToldModel& told_model(std::string_view name) {
  if (name == "auto") name = "rc11";
  for (const ToldModel& model : kToldModels)
    if (model.name == name) return model;
  HEDDLE_CHECK(false, "memory_models.def has every memory model");
}

}  // namespace heddle::schedule
