// SPDX-License-Identifier: Apache-2.0
// Posets shaped like those that the text measures (Tables 3.1 and 4.2), which were never published
// themselves.
#pragma once

#include <vector>

#include "random/poset_sketch.h"

namespace heddle::random {

// A distributed computation, "d-500": at each step one process does something; with the given chance (in
// thousandths) it receives a message that another one just sent.
inline order::Poset distributed(std::size_t processes, std::size_t events, std::size_t messages,
                                std::uint64_t seed) {
  Random dice(seed);
  order::PosetBuilder builder;
  for (std::size_t p = 0; p < processes; ++p) builder.add_process(event::ThreadId(p));
  std::vector<order::EventRef> latest(processes);
  for (std::size_t k = 0; k < events; ++k) {
    const std::size_t p = below(dice, processes);
    std::vector<order::EventRef> after;
    if (processes > 1 && below(dice, 1000) < messages) {
      const std::size_t q = (p + 1 + below(dice, processes - 1)) % processes;
      if (latest[q].index > 0) after.push_back(latest[q]);
    }
    latest[p] = builder.add(p, after, k);
  }
  return std::move(builder).build();
}

}  // namespace heddle::random
