// SPDX-License-Identifier: Apache-2.0
// An atomic is known by its address (objects.h): operations of all sizes there are operations on one object. Two that
// begin at different addresses are two objects, and independent of each other. If they have bytes in common, as a half
// of a union has with the whole, that is not so, and a doubt.
//
// Each aligned block of sixteen bytes has the sizes of the atomics of this execution in it, four bits for each address.
#include "runtime/control/atomic_extents.h"

#include "base/hash.h"
#include "runtime/control/turns.h"
#include "runtime/control/world.h"

namespace heddle::control {
namespace {

constexpr std::uint64_t kBlock = 16;

struct Sixteen {
  std::uint64_t address;
  std::uint64_t sizes;  // of each: 1 more than its binary logarithm; 0: none
  std::uint32_t generation;
};
constexpr std::size_t kBlocks = std::size_t{1} << 16, kTries = 256;
Sixteen* blocks = nullptr;

Sixteen* block_at(std::uint64_t address) {
  if (blocks == nullptr) blocks = static_cast<Sixteen*>(map_apart(kBlocks * sizeof(Sixteen)));
  std::size_t at = base::mix(address) % kBlocks;
  for (std::size_t tried = 0; tried < kTries; ++tried, at = (at + 1) % kBlocks) {
    Sixteen& block = blocks[at];
    if (block.generation != world.generation) block = {address, 0, world.generation};
    if (block.address == address) return &block;
  }
  return nullptr;
}

}  // namespace

void note_extent(Object& object, std::uint64_t address, std::uint8_t size) {
  object.extent = size;
  Sixteen* block = block_at(address & ~(kBlock - 1));
  if (block == nullptr) return doubt(Doubt::mixed_atomics, "there are too many to know");
  const std::uint64_t from = address % kBlock;
  if (from + size > kBlock) return doubt(Doubt::mixed_atomics, "one is not aligned");
  for (std::uint64_t other = 0; other < kBlock; ++other) {
    const std::uint64_t logarithm = block->sizes >> 4 * other & 0xf;
    if (logarithm == 0 || other == from) continue;
    if (other < from + size && from < other + (std::uint64_t{1} << (logarithm - 1)))
      doubt(Doubt::mixed_atomics);
  }
  const auto logarithm = static_cast<std::uint64_t>(__builtin_ctz(size)) + 1;
  block->sizes = (block->sizes & ~(std::uint64_t{0xf} << 4 * from)) | logarithm << 4 * from;
}

}  // namespace heddle::control
