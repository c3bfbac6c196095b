// SPDX-License-Identifier: Apache-2.0
// What the tables of enumerations have in common: clocks, memory, and the posets of traces.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "order/poset.h"

namespace heddle::bench {

double cpu_seconds();  // of this process
double wall_seconds();

// Bytes allocated now, and the most since peak_from_now().
std::size_t bytes_in_use();
void peak_from_now();
std::size_t peak_bytes();

std::string bytes_text(std::size_t count);  // "52 kB"

struct NamedPoset {
  std::string name;
  order::Poset poset;
  std::uint64_t read = 0;  // events of the trace
  double loading = 0;      // CPU seconds
};
// NAME=TRACE, with a thread's plain accesses between two synchronisations as one event; none if it cannot be read.
std::optional<NamedPoset> load_poset(const std::string& argument);

}  // namespace heddle::bench
