// SPDX-License-Identifier: Apache-2.0
// Vector clocks that many hold in common: to copy one is to share it, and whoever changes a shared one gets one
// of his own. A thread that takes locks without learning anything new publishes the same clock again and
// again; so a hundred thousand locks need no more memory than the clocks that differ.
//
// Copies cost O(1), changes O(threads), as the joins that make them necessary do anyway. Not thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace heddle::order {

// Gives out blocks of as many entries as there are threads, more as they come. Outlives its blocks.
class ClockBlocks {
 public:
  using Clock = std::uint64_t;
  struct Block {
    std::uint32_t references = 0;
    std::uint32_t size = 0;
    ClockBlocks* home = nullptr;
    Clock* entries() { return reinterpret_cast<Clock*>(this + 1); }
    const Clock* entries() const { return reinterpret_cast<const Clock*>(this + 1); }
  };
  ClockBlocks() = default;
  ClockBlocks(const ClockBlocks&) = delete;
  ClockBlocks& operator=(const ClockBlocks&) = delete;
  ~ClockBlocks() {
    for (Block* block : free_) ::operator delete(block);
  }

  // From now on blocks have at least so many entries.
  void widen(std::size_t threads) {
    if (threads <= size_) return;
    size_ = std::max<std::size_t>(threads, size_ + size_ / 2);
    for (Block* block : free_) ::operator delete(block);
    free_.clear();
  }
  std::size_t size() const { return size_; }
  Block* take() {  // entries not set
    Block* block = nullptr;
    if (free_.empty()) {
      block = new (::operator new(sizeof(Block) + size_ * sizeof(Clock))) Block;
    } else {
      block = free_.back();
      free_.pop_back();
    }
    *block = {.references = 1, .size = static_cast<std::uint32_t>(size_), .home = this};
    return block;
  }
  void give(Block* block) {
    if (block->size == size_ && free_.size() < kKept)
      free_.push_back(block);
    else
      ::operator delete(block);
  }

 private:
  static constexpr std::size_t kKept = 64;
  std::size_t size_ = 8;
  std::vector<Block*> free_;
};

class SharedClock {
 public:
  using Clock = ClockBlocks::Clock;

  SharedClock() = default;
  SharedClock(const SharedClock& other) : block_(other.block_) {
    if (block_ != nullptr) ++block_->references;
  }
  SharedClock(SharedClock&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
  SharedClock& operator=(SharedClock other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  ~SharedClock() { reset(); }

  void reset() {
    if (block_ != nullptr && --block_->references == 0) block_->home->give(block_);
    block_ = nullptr;
  }
  bool empty() const { return block_ == nullptr; }
  std::size_t size() const { return block_ == nullptr ? 0 : block_->size; }
  Clock operator[](std::size_t thread) const { return thread < size() ? block_->entries()[thread] : 0; }
  const Clock* entries() const { return block_->entries(); }

  // An entry of a clock that nobody else will see the change of.
  void set(ClockBlocks& blocks, std::size_t thread, Clock clock) {
    own(blocks, thread + 1);
    block_->entries()[thread] = clock;
  }
  void widen(ClockBlocks& blocks, std::size_t size) {
    if (this->size() < size) own(blocks, size);
  }
  // Each entry becomes the larger of the two.
  void join(ClockBlocks& blocks, const SharedClock& other) {
    if (block_ != nullptr && block_->references == 1 && size() >= other.size()) {
      Clock* mine = block_->entries();
      const Clock* theirs = other.entries();
      for (std::size_t i = 0; i < other.size(); ++i) mine[i] = std::max(mine[i], theirs[i]);
      return;
    }
    blocks.widen(std::max(size(), other.size()));
    ClockBlocks::Block* block = blocks.take();
    Clock* entries = block->entries();
    const std::size_t common = std::min(size(), other.size());
    for (std::size_t i = 0; i < common; ++i)
      entries[i] = std::max(block_->entries()[i], other.block_->entries()[i]);
    const SharedClock& longer = size() > common ? *this : other;
    for (std::size_t i = common; i < block->size; ++i) entries[i] = longer[i];
    reset();
    block_ = block;
  }

 private:
  // Alone, and of so many entries.
  void own(ClockBlocks& blocks, std::size_t least) {
    if (block_ != nullptr && block_->references == 1 && block_->size >= least) return;
    blocks.widen(least);
    ClockBlocks::Block* block = blocks.take();
    const std::size_t known = size();
    for (std::size_t i = 0; i < known; ++i) block->entries()[i] = block_->entries()[i];
    std::fill(block->entries() + known, block->entries() + block->size, 0);
    reset();
    block_ = block;
  }

  ClockBlocks::Block* block_ = nullptr;
};

}  // namespace heddle::order
