// SPDX-License-Identifier: Apache-2.0
#include "runtime/watch/sightings.h"

#include "base/hash.h"
#include "runtime/watch/memory.h"
#include "runtime/watch/object.h"
#include "runtime/watch/record.h"
#include "runtime/watch/windows.h"

namespace heddle::runtime {
namespace {

// Places already looked at: a granule, and the instruction that came to it, as another function's variable may lie there
// by then. One that is pushed out is looked at again, which costs time and nothing else.
constexpr std::size_t kKnown = 1 << 14;
std::uint64_t known[kKnown];

constexpr std::uint32_t kMostWindows = kMaxWindows / 2;  // the others are for findings
constexpr std::uint32_t kSearches = 256;
constexpr std::uint32_t kMostSightings = 4096;  // a recording writes the table of regions again and again
static_assert(kMostSightings <= kMaxSightings);
// More places than the table above knows would be looked at for ever.
constexpr std::uint32_t kLooks = 8192;
// No address: the key of a block, not of its first bytes.
constexpr std::uint64_t kWhole = std::uint64_t{1} << 63;
std::uint32_t searches, looks;

bool is_new(std::uint64_t address, const void* pc) {
  const std::uint64_t key = base::mix(address / 8 * 31 + reinterpret_cast<std::uintptr_t>(pc)) | 1;
  if (__atomic_load_n(&known[key % kKnown], __ATOMIC_RELAXED) == key) return false;
  __atomic_store_n(&known[key % kKnown], key, __ATOMIC_RELAXED);
  return true;
}

}  // namespace

void sight(Thread& thread, std::uint64_t address, const void* pc) {
  Channel& channel = *process.channel;
  if (__atomic_load_n(&looks, __ATOMIC_RELAXED) >= kLooks ||
      __atomic_load_n(&channel.sightings, __ATOMIC_RELAXED) >= kMostSightings)
    return;
  if (!is_new(address, pc) || is_in_module(address)) return;
  __atomic_fetch_add(&looks, 1, __ATOMIC_RELAXED);
  Sighting sighting{.address = address, .block = block_around(address)};
  if (sighting.block.size != 0) {
    // One place comes to all parts of a block: its name is looked for once.
    const std::uint64_t block = sighting.block.address ^ (std::uint64_t{sighting.block.allocated} << 32);
    if (!is_new(block + kWhole, pc)) return;
    if (__atomic_fetch_add(&searches, 1, __ATOMIC_RELAXED) < kSearches) note_pointer(sighting.block);
  } else if (__atomic_load_n(&channel.windows, __ATOMIC_RELAXED) < kMostWindows) {
    sighting.window = note_window(address);
  }
  const std::uint32_t number = __atomic_fetch_add(&channel.sightings, 1, __ATOMIC_RELAXED);
  if (number >= kMaxSightings) {
    __atomic_store_n(&channel.sightings, kMaxSightings, __ATOMIC_RELAXED);
    return;
  }
  channel.sighting[number] = sighting;
  record_sighting(thread, number);
}

}  // namespace heddle::runtime
