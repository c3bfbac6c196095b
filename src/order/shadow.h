// SPDX-License-Identifier: Apache-2.0
// What an analysis remembers of each byte of memory, exact to the byte, with one cell an eight-byte granule
// in the common case.
//
// A granule holds one cell for one set of its bytes until an access with another set arrives. Then it splits
// into parts: cells with disjoint bytes, each a copy of what its bytes had, bytes never touched a fresh cell.
// Variables known by name live in a directly indexed table, real addresses in pages found by hash with a
// cache in front. An access of a cell already there costs one cache line.
//
// Going back (save, restore) needs no cooperation from cells: while a point exists each granule is logged
// before it is visited, and whatever a cell links to lives in an UndoPool, which then copies before it writes
// and frees nothing.
//
// Not thread-safe. Cells keep their place until the next visit of the same granule.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include <tsl/robin_map.h>

#include "base/check.h"
#include "base/hash.h"
#include "event/event.h"
#include "event/names.h"
#include "order/flow.h"

namespace heddle::order {

// Numbered objects of any size. Number 0 is none.
template <class T>
class UndoPool {
 public:
  std::uint32_t make() {
    std::uint32_t number = 0;
    if (!free_.empty()) {
      number = free_.back();
      free_.pop_back();
    } else {
      slots_.emplace_back();
      number = static_cast<std::uint32_t>(slots_.size());
    }
    slots_[number - 1].made_at = saves_;
    if (saves_ != 0) made_.push_back(number);
    return number;
  }
  const T& operator[](std::uint32_t number) const { return slots_[number - 1].value; }
  // The same content under a number (the same one where possible) that may be changed.
  std::pair<std::uint32_t, T*> writable(std::uint32_t number) {
    if (slots_[number - 1].made_at == saves_) return {number, &slots_[number - 1].value};
    const std::uint32_t copy = clone(number);
    return {copy, &slots_[copy - 1].value};
  }
  std::uint32_t clone(std::uint32_t number) {
    const std::uint32_t copy = make();
    slots_[copy - 1].value = slots_[number - 1].value;
    return copy;
  }
  void drop(std::uint32_t number) {
    if (saves_ == 0) release(number);
  }
  [[gnu::always_inline]] void prefetch(std::uint32_t number) const {
    const auto* line = reinterpret_cast<const char*>(&slots_[number - 1]);
    for (std::size_t offset = 0; offset < std::min<std::size_t>(sizeof(Slot), 256); offset += 64)
      __builtin_prefetch(line + offset, 1);
  }

  void save() {
    ++saves_;
    points_.push_back(made_.size());
  }
  void restore(std::size_t point) {
    points_.resize(point + 1);
    for (; made_.size() > points_[point]; made_.pop_back()) release(made_.back());
    ++saves_;
  }

 private:
  struct Slot {
    T value;
    std::uint64_t made_at = 0;
  };
  void release(std::uint32_t number) {
    slots_[number - 1].value = T();
    free_.push_back(number);
  }

  std::deque<Slot> slots_;
  std::vector<std::uint32_t> free_;
  std::uint64_t saves_ = 0;  // changes at every save and restore; 0: there is no point
  std::vector<std::uint32_t> made_;
  std::vector<std::size_t> points_;
};

// What every cell begins with. `bytes` and `split` belong to the shadow; `link` and `flags` to the cell's
// owner unless the granule is split.
struct CellHead {
  std::uint32_t link = 0;
  std::uint8_t bytes = 0;  // of the granule, as a mask; 0: never touched
  bool split = false;
  std::uint8_t flags = 0;
};

// Cell derives from CellHead and is trivially copyable. Owner knows what a cell links to:
//   duplicated(Cell&)  the cell is a fresh copy of another one that stays
//   dropped(Cell&)     the cell is about to be overwritten by a fresh one
template <class Cell, class Owner>
class Shadow {
 public:
  static constexpr std::uint64_t kGranule = 8;

  explicit Shadow(Owner& owner) : owner_(owner) {}

  // Calls see(cell, address of the granule) for each cell of the bytes; a cell's own bytes are cell.bytes.
  template <class See>
  void visit(event::Variable variable, See&& see) {
    const std::uint64_t offset = variable.address % kGranule;
    if (offset + variable.size <= kGranule) [[likely]] {
      visit_granule(variable.address - offset, mask(offset, variable.size), see);
      return;
    }
    visit_granules(variable, see);
  }

  // Hints that the bytes from here on will be visited soon. (Always inline: GCC drops calls of a function
  // that does nothing but prefetch.)
  [[gnu::always_inline]] void prefetch(std::uint64_t address) const {
    if (const Cell* cell = peek(address)) __builtin_prefetch(cell, 1);
  }
  // The granule's cell, if that is quick to find.
  const Cell* peek(std::uint64_t address) const {
    const std::uint64_t named = (address - event::Names::kNamedVariables) / kPageBytes;
    const Cached& cached = cache_[address / kPageBytes % kCachedPages];
    const Page* page = named < named_.size()                   ? named_[named].get()
                       : cached.number == address / kPageBytes ? cached.page
                                                               : nullptr;
    return page == nullptr ? nullptr : &(*page)[address / kGranule % kPageGranules];
  }

  // The bytes become as if never touched.
  void reset(event::Variable variable) {
    std::uint64_t address = variable.address;
    std::uint64_t left = variable.size;
    while (left > 0) {  // page by page: most of a large block may never have been touched
      const std::uint64_t size = std::min(kPageBytes - address % kPageBytes, left);
      if (known_page(address) != nullptr)
        for_granules({address, static_cast<std::uint32_t>(size)},
                     [&](std::uint64_t at, std::uint8_t bytes) { reset_granule(at, bytes); });
      address += size;
      left -= size;
    }
  }

  std::size_t pages() const { return pages_made_; }

  using Point = std::size_t;
  Point save() {
    recording_ = true;
    parts_.save();
    points_.push_back(log_.size());
    return points_.size() - 1;
  }
  void restore(Point point) {
    HEDDLE_CHECK(point < points_.size(), "a point to restore was saved, and not forgotten since");
    points_.resize(point + 1);
    for (; log_.size() > points_[point]; log_.pop_back()) *granule(log_.back().first) = log_.back().second;
    parts_.restore(point);
  }

 private:
  static constexpr std::uint64_t kPageGranules = 512;
  static constexpr std::uint64_t kPageBytes = kPageGranules * kGranule;
  static constexpr std::size_t kCachedPages = 64;
  static constexpr std::uint64_t kNamedPages = std::uint64_t{1} << 24;  // as many as anyone can name
  using Page = std::array<Cell, kPageGranules>;
  using Parts = std::vector<Cell>;

  static std::uint8_t mask(std::uint64_t offset, std::uint64_t size) {
    return static_cast<std::uint8_t>(((1U << size) - 1) << offset);
  }

  template <class Each>
  static void for_granules(event::Variable variable, Each&& each) {
    std::uint64_t address = variable.address;
    std::uint64_t left = variable.size;
    while (left > 0) {
      const std::uint64_t offset = address % kGranule;
      const std::uint64_t size = std::min(kGranule - offset, left);
      each(address - offset, mask(offset, size));
      address += size;  // wraps with the address space
      left -= size;
    }
  }

  Cell* granule(std::uint64_t address) {
    const std::uint64_t named = address - event::Names::kNamedVariables;
    const std::uint64_t slot = address / kGranule % kPageGranules;
    if (named / kPageBytes < named_.size()) [[likely]] {
      if (Page* page = named_[named / kPageBytes].get()) [[likely]]
        return &(*page)[slot];
    }
    const std::uint64_t number = address / kPageBytes;
    Cached& cached = cache_[number % kCachedPages];
    if (cached.page == nullptr || cached.number != number) cached = {number, find_page(address)};
    return &(*cached.page)[slot];
  }

  const Page* known_page(std::uint64_t address) const {
    const std::uint64_t named = (address - event::Names::kNamedVariables) / kPageBytes;
    if (named < kNamedPages) return named < named_.size() ? named_[named].get() : nullptr;
    const auto known = pages_.find(address / kPageBytes);
    return known == pages_.end() ? nullptr : known->second.get();
  }

  Page* find_page(std::uint64_t address) {
    const std::uint64_t named = (address - event::Names::kNamedVariables) / kPageBytes;
    std::unique_ptr<Page>* page = nullptr;
    if (named < kNamedPages) {  // wraps to far above for real addresses
      if (named_.size() <= named) named_.resize(named + 1);
      page = &named_[named];
    } else {
      page = &pages_[address / kPageBytes];
    }
    if (!*page) {
      *page = std::make_unique<Page>();
      ++pages_made_;
    }
    return page->get();
  }

  template <class See>
  [[gnu::noinline]] void visit_granules(event::Variable variable, See&& see) {
    for_granules(variable,
                 [&](std::uint64_t address, std::uint8_t bytes) { visit_granule(address, bytes, see); });
  }

  template <class See>
  void visit_granule(std::uint64_t address, std::uint8_t bytes, See&& see) {
    Cell& cell = *granule(address);
    if (recording_) [[unlikely]]
      log_.emplace_back(address, cell);
    if (cell.bytes != bytes || cell.split) [[unlikely]] {
      if (bytes == 0) return;
      if (cell.bytes != 0) {
        visit_parts(cell, address, bytes, see);
        return;
      }
      cell.bytes = bytes;
    }
    see(cell, address);
  }

  template <class See>
  [[gnu::noinline]] void visit_parts(Cell& cell, std::uint64_t address, std::uint8_t bytes, See&& see) {
    for (Cell& part : parts_with(cell, bytes))
      if ((part.bytes & bytes) != 0) see(part, address);
  }

  // The parts of a granule, split so that each lies within `bytes` or outside, and all of `bytes` have one.
  Parts& parts_with(Cell& cell, std::uint8_t bytes) {
    Parts* parts = nullptr;
    if (cell.split) {
      std::tie(cell.link, parts) = parts_.writable(cell.link);
    } else {
      const std::uint32_t number = parts_.make();
      parts = parts_.writable(number).second;
      parts->push_back(cell);
      cell = Cell();
      cell.split = true;
      cell.link = number;
    }
    std::uint8_t known = 0;
    for (std::size_t i = 0, before = parts->size(); i < before; ++i) {
      const std::uint8_t all = (*parts)[i].bytes;
      const auto outside = static_cast<std::uint8_t>(all & ~bytes);
      known = static_cast<std::uint8_t>(known | all);
      if (outside == 0 || outside == all) continue;
      (*parts)[i].bytes = static_cast<std::uint8_t>(all & bytes);
      parts->push_back((*parts)[i]);
      parts->back().bytes = outside;
      owner_.duplicated(parts->back());
    }
    if (const auto fresh = static_cast<std::uint8_t>(bytes & ~known)) {
      parts->emplace_back();
      parts->back().bytes = fresh;
    }
    cell.bytes = static_cast<std::uint8_t>(known | bytes);
    return *parts;
  }

  void reset_granule(std::uint64_t address, std::uint8_t bytes) {
    Cell& cell = *granule(address);
    if ((cell.bytes & bytes) == 0) return;
    if (recording_) log_.emplace_back(address, cell);
    if (!cell.split && (cell.bytes & ~bytes) == 0) {
      owner_.dropped(cell);
      cell = Cell();
      return;
    }
    Parts& parts = parts_with(cell, bytes);
    std::erase_if(parts, [&](Cell& part) {
      const bool inside = (part.bytes & bytes) != 0;
      if (inside) owner_.dropped(part);
      return inside;
    });
    cell.bytes = static_cast<std::uint8_t>(cell.bytes & ~bytes);
    if (cell.bytes != 0) return;
    parts_.drop(cell.link);
    cell = Cell();
  }

  struct Cached {
    std::uint64_t number = 0;
    Page* page = nullptr;
  };

  Owner& owner_;
  std::vector<std::unique_ptr<Page>> named_;
  tsl::robin_map<std::uint64_t, std::unique_ptr<Page>, AddressHash> pages_;
  std::array<Cached, kCachedPages> cache_{};
  std::size_t pages_made_ = 0;
  UndoPool<Parts> parts_;

  bool recording_ = false;
  std::vector<std::pair<std::uint64_t, Cell>> log_;
  std::vector<std::size_t> points_;
};

}  // namespace heddle::order
