// SPDX-License-Identifier: Apache-2.0
// The program's mappings, none overlapping another, in no order: they are few, looked for by reports only,
// and one more or less costs a walk. Beyond kMost none is noted: a report then does not say where, and no
// verdict depends on it. What is left behind a hole in the middle of one is forgotten for the same reason.
#include "runtime/watch/mappings.h"

#include "runtime/watch/contexts.h"

namespace heddle::runtime {
namespace {

constexpr std::uint32_t kMost = 4096;
SpinLock mappings_lock;
RawBlock mappings[kMost];
std::uint32_t count;

void cut_out(std::uint64_t from, std::uint64_t to) {
  for (std::uint32_t i = 0; i < count;) {
    RawBlock& mapping = mappings[i];
    const std::uint64_t end = mapping.address + mapping.size;
    if (to <= mapping.address || end <= from) {
      ++i;
    } else if (from > mapping.address) {
      mapping.size = from - mapping.address;
      ++i;
    } else if (to < end) {
      mapping.address = to;
      mapping.size = end - to;
      ++i;
    } else {
      mapping = mappings[--count];
    }
  }
}

}  // namespace

void note_mapping(Thread& thread, std::uint64_t address, std::uint64_t bytes, const void* pc) {
  const ContextId context = stack_at(thread, pc);
  const SpinGuard guard(mappings_lock);
  cut_out(address, address + bytes);
  if (count == kMost) return;
  mappings[count++] = {address, bytes, thread.number, context, 1};
}

void forget_mappings(std::uint64_t address, std::uint64_t bytes) {
  const SpinGuard guard(mappings_lock);
  cut_out(address, address + bytes);
}

RawBlock mapping_around(std::uint64_t address) {
  const SpinGuard guard(mappings_lock);
  for (std::uint32_t i = 0; i < count; ++i)
    if (address - mappings[i].address < mappings[i].size) return mappings[i];
  return {};
}

}  // namespace heddle::runtime
