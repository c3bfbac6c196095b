// SPDX-License-Identifier: Apache-2.0
// Race detectors: events in, data races out. All of them report the same races, exactly those of this
// execution; they differ in how they represent happens-before, and so in cost.
//
// What is reported. Two accesses of a byte conflict if they are by two threads, at least one of them writes,
// and not both are atomic (a free writes). For each byte, the first access e2 in trace order that some
// earlier conflicting access does not happen before is a race, with the latest such earlier access e1. From
// then on the byte is silent until an alloc makes it afresh; other bytes go on. The bytes of one e2 make one
// finding, with the latest of their e1.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "finding/listener.h"

namespace heddle::detect {

// Which accesses count as conflicting.
enum class Discipline : std::uint8_t {
  shared_reads,  // as above
  exclusive,     // every access counts as a write: reads too must be ordered
  writes_first,  // read-then-write races are left out (sound for Java by its Theorem 2, not for C11); cheaper
};
std::string_view name(Discipline discipline);  // "shared-reads"

struct Options {
  Discipline discipline = Discipline::shared_reads;
};

struct Detector {
  std::string_view name;         // "epochs"
  std::string_view description;  // how it works, one line
  std::string_view guarantee;    // what clean means
  std::unique_ptr<finding::Listener> (*make)(Options options);
};
// The first is the default.
std::span<const Detector> detectors();
const Detector* detector_named(std::string_view name);  // none: nullptr

std::unique_ptr<finding::Listener> make_epochs(Options options);
std::unique_ptr<finding::Listener> make_goldilocks(Options options);
std::unique_ptr<finding::Listener> make_summary(Options options);

}  // namespace heddle::detect
