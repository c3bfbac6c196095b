// SPDX-License-Identifier: Apache-2.0
#include "detect/detectors.h"

#include <algorithm>

namespace heddle::detect {
namespace {

constexpr std::string_view kExact =
    "exact for this execution: every byte that raced is reported, at its first race, and nothing else";

constexpr Detector kDetectors[] = {
    {"epochs", "vector clocks with epochs (FastTrack): fastest", kExact, make_epochs},
    {"goldilocks", "locksets that grow with each hand-over, evaluated lazily", kExact, make_goldilocks},
    {"summary", "for each thread and lock the set of accesses it knows, as bit vectors", kExact,
     make_summary},
};

}  // namespace

std::string_view name(Discipline discipline) {
  constexpr std::string_view kNames[] = {"shared-reads", "exclusive", "writes-first"};
  return kNames[static_cast<std::size_t>(discipline)];
}

std::span<const Detector> detectors() { return kDetectors; }

const Detector* detector_named(std::string_view name) {
  const auto found = std::find_if(std::begin(kDetectors), std::end(kDetectors),
                                  [&](const Detector& detector) { return detector.name == name; });
  return found == std::end(kDetectors) ? nullptr : &*found;
}

}  // namespace heddle::detect
