// SPDX-License-Identifier: Apache-2.0
// An atomic is known by its address (objects.h). Memory that is used again may be cut into atomics in another way, and a
// union may have half a word as one atomic and the whole as another. Where everything that was done to the bytes as
// they were cut before happens before, the new atomic simply begins there: under a weak memory model as a new location,
// with what memory holds. Where it does not, C++ has no rule for what they see of each other. Then operations that begin
// at one address are operations on one object under sequential consistency; others are taken for independent, which is
// a doubt. Under a weak memory model both end the execution, with a doubt.
//
// Each aligned block of sixteen bytes has the sizes of the atomics of this execution in it, four bits for each address.
// Larger atomics, and those of odd sizes, which are libatomic's, are there in pieces; a piece that meets anything else is
// a doubt. An object's `extent` is its size as long as nothing else was made of its bytes: the rest costs one comparison.
#include "runtime/control/atomic_extents.h"

#include "base/hash.h"
#include "runtime/control/happens_before.h"
#include "runtime/control/turns.h"
#include "runtime/control/weak_memory.h"
#include "runtime/control/world.h"

namespace heddle::control {
namespace {

constexpr std::uint64_t kBlock = 16;
constexpr std::uint64_t kPiece = 5;  // what a piece's number is larger by

struct Sixteen {
  std::uint64_t address;
  std::uint64_t sizes;  // of each: 1 more than its binary logarithm; 0: none
  std::uint32_t generation;
  std::uint64_t at(std::uint64_t offset) const { return sizes >> 4 * offset & 0xf; }
  void put(std::uint64_t offset, std::uint64_t what) {
    sizes = (sizes & ~(std::uint64_t{0xf} << 4 * offset)) | what << 4 * offset;
  }
};
constexpr std::size_t kBlocks = std::size_t{1} << 16, kTries = 256;
Sixteen* blocks = nullptr;

std::uint64_t size_of(std::uint64_t what) {
  return std::uint64_t{1} << ((what > kPiece ? what - kPiece : what) - 1);
}

Sixteen* block_at(std::uint64_t address) {
  if (blocks == nullptr) blocks = static_cast<Sixteen*>(map_apart(kBlocks * sizeof(Sixteen)));
  std::size_t at = base::mix(address) % kBlocks;
  for (std::size_t tried = 0; tried < kTries; ++tried, at = (at + 1) % kBlocks) {
    Sixteen& block = blocks[at];
    if (block.generation != world.generation || block.address == address) will_change(block);
    if (block.generation != world.generation) block = {address, 0, world.generation};
    if (block.address == address) return &block;
  }
  return nullptr;
}

void mixed(const char* how = nullptr) {
  if (world.memory != nullptr) cut(Doubt::beyond_model, "atomics that overlap, used without an order");
  doubt(Doubt::mixed_atomics, how);
}

// Something else was made of bytes that these were part of.
void meets(Sixteen& block, std::uint64_t offset, bool is_piece) {
  const std::uint64_t what = block.at(offset), address = block.address + offset;
  if (is_piece || what > kPiece || !happens_after_atomics(address, size_of(what))) return mixed();
  block.put(offset, 0);
  Object* other = known_object(reinterpret_cast<const void*>(address));
  if (other == nullptr) return;
  keep_object(*other);
  other->extent = 0;
  if (world.memory != nullptr) begin_anew(*other);
}

void note_in_block(std::uint64_t address, std::uint64_t size, bool is_piece) {
  Sixteen* block = block_at(address & ~(kBlock - 1));
  if (block == nullptr) return mixed("there are too many to know");
  const std::uint64_t from = address % kBlock;
  const auto what = static_cast<std::uint64_t>(__builtin_ctzll(size)) + 1 + (is_piece ? kPiece : 0);
  for (std::uint64_t left = block->sizes; left != 0;) {
    const auto other = static_cast<std::uint64_t>(__builtin_ctzll(left)) / 4;
    left &= ~(std::uint64_t{0xf} << 4 * other);
    const std::uint64_t found = block->at(other);
    if (other >= from + size || from >= other + size_of(found)) continue;
    if (other == from && (found == what || world.memory == nullptr)) continue;  // one object
    meets(*block, other, is_piece);
  }
  block->put(from, what);
}

}  // namespace

void note_extent(Object& object, std::uint64_t address, std::uint8_t size) {
  const bool is_power = size <= kBlock && (size & (size - 1)) == 0;
  if (is_power && address % kBlock + size <= kBlock) {
    note_in_block(address, size, false);
  } else if (is_power) {
    mixed("one is not aligned");
  } else {
    for (std::uint64_t at = address, left = size; left > 0;) {
      std::uint64_t piece = kBlock;
      while (piece > left || at % piece != 0) piece /= 2;
      note_in_block(at, piece, true);
      at += piece;
      left -= piece;
    }
  }
  object.extent = size;
}

void forget_extents(std::uint64_t address, std::uint64_t size) {
  const std::uint64_t end = address + size;
  for (std::uint64_t at = address & ~(kBlock - 1); at < end; at += kBlock) {
    Sixteen* block = block_at(at);
    for (std::uint64_t offset = 0; block != nullptr && block->sizes != 0 && offset < kBlock; ++offset) {
      const std::uint64_t what = block->at(offset);
      if (what != 0 && at + offset < end && at + offset + size_of(what) > address) block->put(offset, 0);
    }
  }
}

}  // namespace heddle::control
