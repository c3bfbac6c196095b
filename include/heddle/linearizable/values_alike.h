// SPDX-License-Identifier: Apache-2.0
// The part of a test (run.h, which includes this) that checks what values_alike() claims.
#ifndef HEDDLE_LINEARIZABLE_VALUES_ALIKE_H
#define HEDDLE_LINEARIZABLE_VALUES_ALIKE_H

#include <heddle/linearizable/run.h>

namespace heddle {
namespace linearize {

// By one thread, with two values exchanged: each result has one counterpart. That does not show what the object does
// inside, with several threads; tokens do.
inline void Test::check_that_values_are_alike() {
  constexpr std::size_t kLength = 3;
  const auto exchanged = [&](std::uint32_t call, unsigned a, unsigned b) {
    const Alphabet::Entry& entry = alphabet.calls[call];
    if (!entry.operation->takes_values) return call;
    std::vector<unsigned> wanted = entry.operation->values_of[entry.which];
    for (unsigned& value : wanted) value = value == a ? b : value == b ? a : value;
    for (std::uint32_t other = 0; other < alphabet.calls.size(); ++other)
      if (alphabet.calls[other].operation == entry.operation &&
          entry.operation->values_of[alphabet.calls[other].which] == wanted)
        return other;
    return call;
  };
  for (unsigned a = 0; a + 1 < values; ++a) {
    std::map<std::pair<Operation*, std::uint32_t>, std::uint32_t> counterpart;
    std::vector<std::uint32_t> calls(kLength, 0);
    while (true) {
      void* one = make();
      void* other = make();
      for (const std::uint32_t call : calls) {
        Operation* operation = alphabet.calls[call].operation;
        if (operation->may_wait) break;
        const std::uint32_t here = operation->perform_alone(one, alphabet.calls[call].which);
        const std::uint32_t there =
            operation->perform_alone(other, alphabet.calls[exchanged(call, a, a + 1)].which);
        if (counterpart.emplace(std::make_pair(operation, here), there).first->second != there)
          fail(plan.name + ": values_alike() is not so: " + operation->name +
               " treats two values differently");
      }
      destroy(one);
      destroy(other);
      std::size_t at = 0;
      while (at < kLength && ++calls[at] == alphabet.calls.size()) calls[at++] = 0;
      if (at == kLength) break;
    }
  }
}

}  // namespace linearize
}  // namespace heddle
#endif
