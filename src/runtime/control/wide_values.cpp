// SPDX-License-Identifier: Apache-2.0
// A graph has values of eight bytes (explore/execution_graph.h). A wider one is a number there: a hash of its bytes, so
// that parts of a search which other processes explore mean the same by it. Whoever loads it needs the bytes. They were
// stored before in the same execution, or were there initially: a table of the execution has them. Compare-exchanges
// compare numbers. Two values with one number would be a doubt.
//
// What is computed from a wide value on the graph (an addition) is not known: hooks_memory.cpp says so.
#include "runtime/control/wide_values.h"

#include <cstring>

#include "base/hash.h"
#include "runtime/control/shared.h"
#include "runtime/control/turns.h"
#include "runtime/control/world.h"

namespace heddle::control {
namespace {

struct Wide {
  std::uint64_t number;
  std::uint32_t generation;
  std::uint32_t size;
  unsigned char bytes[kWidest];
};
constexpr std::size_t kValues = std::size_t{1} << 14, kTries = 1024;
Wide* values = nullptr;

// Its place, or a free one; nullptr: there is none.
Wide* find(std::uint64_t number) {
  if (values == nullptr) values = static_cast<Wide*>(map_apart(kValues * sizeof(Wide)));
  std::size_t at = number % kValues;
  for (std::size_t tried = 0; tried < kTries; ++tried, at = (at + 1) % kValues)
    if (values[at].generation != world.generation || values[at].number == number) return &values[at];
  return nullptr;
}

}  // namespace

std::uint64_t number_of_wide(const volatile void* bytes, std::size_t size) {
  Wide now{.size = static_cast<std::uint32_t>(size)};
  std::memcpy(now.bytes, const_cast<const void*>(bytes), size);
  now.number = size;
  for (std::size_t i = 0; i < size; i += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, now.bytes + i, sizeof word);
    now.number = base::combine(now.number, base::mix(word + i));
  }
  now.generation = world.generation;
  Wide* known = find(now.number);
  if (known == nullptr) cut(Doubt::beyond_model, "more large atomic values than can be known");
  will_change(*known);
  if (known->generation != world.generation)
    *known = now;
  else if (known->size != now.size || std::memcmp(known->bytes, now.bytes, size) != 0)
    cut(Doubt::beyond_model, "two large atomic values that look the same");
  return now.number;
}

void copy_wide(std::uint64_t number, void* to) {
  const Wide* known = find(number);
  if (known == nullptr || known->generation != world.generation)
    cut(Doubt::beyond_model, "a large atomic value that nobody stored");
  std::memcpy(to, known->bytes, known->size);
}

}  // namespace heddle::control
