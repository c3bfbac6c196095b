// SPDX-License-Identifier: Apache-2.0
// What an analysis remembers of each byte of memory, exact to the byte, with one cell an eight-byte granule
// in the common case.
//
// A granule holds one cell for one set of its bytes until an access with another set arrives. Then it splits
// into parts: cells with disjoint bytes, each a copy of what its bytes had, bytes never touched a fresh cell.
// Cells live in pages found by hash, with a cache in front; pages never move. An access of a cell already
// there costs one cache line. A page that was only ever accessed as a whole, as those of large blocks when
// they are set, copied and freed, is a single cell until someone looks closer.
//
// Whatever a cell links to lives in a Pool.
//
// Not thread-safe.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <tsl/robin_map.h>

#include "base/hash.h"
#include "event/event.h"
#include "order/flow.h"

namespace heddle::order {

// Numbered objects of any size, which never move. Number 0 is none: there is an object to look at, so that
// looking needs no branch, but it is nobody's.
template <class T>
class Pool {
 public:
  Pool() { add_chunk(); }

  std::uint32_t make() {
    if (free_.empty()) add_chunk();
    const std::uint32_t number = free_.back();
    free_.pop_back();
    return number;
  }
  const T& operator[](std::uint32_t number) const { return (*chunks_[number / kChunk])[number % kChunk]; }
  T& operator[](std::uint32_t number) { return (*chunks_[number / kChunk])[number % kChunk]; }
  std::uint32_t clone(std::uint32_t number) {
    const std::uint32_t copy = make();
    (*this)[copy] = (*this)[number];
    return copy;
  }
  void drop(std::uint32_t number) {
    (*this)[number] = T();
    free_.push_back(number);
  }

 private:
  static constexpr std::uint32_t kChunk = 16;
  void add_chunk() {
    const auto first = static_cast<std::uint32_t>(chunks_.size()) * kChunk;
    chunks_.push_back(std::make_unique<std::array<T, kChunk>>());
    for (std::uint32_t i = kChunk; i > 0; --i)
      if (first + i != 1) free_.push_back(first + i - 1);  // number 0 has a place, and is never given out
  }

  std::vector<std::unique_ptr<std::array<T, kChunk>>> chunks_;
  std::vector<std::uint32_t> free_;
};

// What every cell begins with. The link and the flags belong to the cell's owner, unless the granule is
// split. Bytes, split and flags are one number, so that one comparison tells whether an access finds a cell
// with just its bytes and nothing special about it.
struct CellHead {
  static constexpr std::uint32_t kSplit = 1U << 8;
  static constexpr std::uint32_t kWhole = 1U << 9;  // for all granules of a page
  static constexpr std::uint32_t kFirstFlag = 1U << 16;
  std::uint32_t link = 0;
  std::uint32_t shape = 0;

  std::uint8_t bytes() const { return static_cast<std::uint8_t>(shape); }  // a mask; 0: never touched
  bool split() const { return (shape & kSplit) != 0; }
  bool has(std::uint32_t flag) const { return (shape & flag) != 0; }
  void set_bytes(std::uint8_t bytes) { shape = (shape & ~0xffU) | bytes; }
};

// Cell derives from CellHead and is trivially copyable. Owner knows what a cell links to:
//   duplicated(Cell&)  the cell is a fresh copy of another one that stays
//   dropped(Cell&)     the cell is about to be overwritten by a fresh one
template <class Cell, class Owner>
class Shadow {
 public:
  static constexpr std::uint64_t kGranule = 8;

  explicit Shadow(Owner& owner) : owner_(owner) {}

  // Calls see(cell, address of the granule or page) for each cell of the bytes.
  template <class See>
  void visit(event::Variable variable, See&& see) {
    const std::uint64_t offset = variable.address % kGranule;
    if (offset + variable.size <= kGranule) [[likely]] {
      visit_granule(variable.address - offset, mask(offset, variable.size), see);
      return;
    }
    visit_granules(variable, see);
  }

  // First and last byte that a cell seen at this address stands for, and what lies between them.
  static std::pair<std::uint64_t, std::uint64_t> bytes_of(const Cell& cell, std::uint64_t address) {
    if (cell.has(CellHead::kWhole)) return {address, address + (kPageBytes - 1)};
    return {address + static_cast<unsigned>(std::countr_zero(cell.bytes())),
            address + 7 - static_cast<unsigned>(std::countl_zero(cell.bytes()))};
  }

  // The cell of the granule of this byte. It keeps its place for good.
  Cell* granule(std::uint64_t address) {
    const std::uint64_t number = address / kPageBytes;
    Cached& cached = cache_[place_in_cache(number)];
    if (cached.number != number) [[unlikely]]
      cached = {number, find_page(number)};
    return cached.page + address / kGranule % kPageGranules;
  }
  // The shape of a cell with just these bytes and nothing special; none if they are not within a granule.
  static std::uint32_t plain_shape(event::Variable variable) {
    return kPlainShapes[std::min<std::uint64_t>(variable.size, kGranule + 1)][variable.address % kGranule];
  }

  // The bytes become as if never touched.
  void reset(event::Variable variable) {
    for_pages(variable, [&](event::Variable part) {
      const std::uint64_t number = part.address / kPageBytes;
      if (const auto whole = wholes_.find(number); whole != wholes_.end()) {
        if (part.size == kPageBytes) {
          owner_.dropped(whole.value());
          wholes_.erase(whole);
          return;
        }
      } else if (!pages_.contains(number)) {
        return;
      }
      for_granules(part, [&](std::uint64_t at, std::uint8_t bytes) { reset_granule(at, bytes); });
    });
  }

 private:
  static constexpr std::uint64_t kPageGranules = 512;
  static constexpr std::uint64_t kPageBytes = kPageGranules * kGranule;
  static constexpr std::size_t kCachedPages = 512;
  using Page = std::array<Cell, kPageGranules>;
  using Parts = std::vector<Cell>;

  static constexpr std::uint8_t mask(std::uint64_t offset, std::uint64_t size) {
    return static_cast<std::uint8_t>(((1U << size) - 1) << offset);
  }
  static constexpr auto kPlainShapes = [] {  // by size and offset
    std::array<std::array<std::uint32_t, kGranule>, kGranule + 2> shapes{};
    for (std::uint64_t size = 0; size < shapes.size(); ++size)
      for (std::uint64_t offset = 0; offset < kGranule; ++offset)
        shapes[size][offset] = size == 0 || offset + size > kGranule ? ~std::uint32_t{0} : mask(offset, size);
    return shapes;
  }();

  template <class Each>
  static void for_pages(event::Variable variable, Each&& each) {
    std::uint64_t address = variable.address;
    std::uint64_t left = variable.size;
    while (left > 0) {
      const std::uint64_t size = std::min(kPageBytes - address % kPageBytes, left);
      each(event::Variable{address, static_cast<std::uint32_t>(size)});
      address += size;  // wraps with the address space
      left -= size;
    }
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

  [[gnu::noinline]] Cell* find_page(std::uint64_t number) {
    std::unique_ptr<Page>& page = pages_[number];
    if (!page) {
      page = std::make_unique<Page>();
      if (const auto whole = wholes_.find(number); whole != wholes_.end()) {
        spread(whole->second, *page);
        wholes_.erase(whole);
      }
    }
    return page->data();
  }
  void spread(const Cell& whole, Page& page) {
    page.fill(whole);
    for (Cell& cell : page) cell.shape &= ~CellHead::kWhole;
    for (std::size_t i = 1; i < page.size(); ++i) owner_.duplicated(page[i]);
  }

  template <class See>
  [[gnu::noinline]] void visit_granules(event::Variable variable, See&& see) {
    for_pages(variable, [&](event::Variable part) {
      const std::uint64_t number = part.address / kPageBytes;
      if (part.size == kPageBytes && !pages_.contains(number)) {
        Cell& whole = wholes_[number];
        whole.shape |= CellHead::kWhole;
        whole.set_bytes(0xff);
        see(whole, part.address);
        return;
      }
      for_granules(part,
                   [&](std::uint64_t address, std::uint8_t bytes) { visit_granule(address, bytes, see); });
    });
  }

  template <class See>
  void visit_granule(std::uint64_t address, std::uint8_t bytes, See&& see) {
    Cell& cell = *granule(address);
    if (cell.bytes() != bytes || cell.split()) [[unlikely]] {
      if (bytes == 0) return;
      if (cell.bytes() != 0) {
        visit_parts(cell, address, bytes, see);
        return;
      }
      cell.set_bytes(bytes);
    }
    see(cell, address);
  }

  template <class See>
  [[gnu::noinline]] void visit_parts(Cell& cell, std::uint64_t address, std::uint8_t bytes, See&& see) {
    for (Cell& part : parts_with(cell, bytes))
      if ((part.bytes() & bytes) != 0) see(part, address);
  }

  // The parts of a granule, split so that each lies within `bytes` or outside, and all of `bytes` have one.
  Parts& parts_with(Cell& cell, std::uint8_t bytes) {
    if (!cell.split()) {
      const std::uint32_t number = parts_.make();
      parts_[number].push_back(cell);
      cell = Cell();
      cell.shape = CellHead::kSplit;
      cell.link = number;
    }
    Parts& parts = parts_[cell.link];
    std::uint8_t known = 0;
    for (std::size_t i = 0, before = parts.size(); i < before; ++i) {
      const std::uint8_t all = parts[i].bytes();
      const auto outside = static_cast<std::uint8_t>(all & ~bytes);
      known = static_cast<std::uint8_t>(known | all);
      if (outside == 0 || outside == all) continue;
      parts[i].set_bytes(static_cast<std::uint8_t>(all & bytes));
      parts.push_back(parts[i]);
      parts.back().set_bytes(outside);
      owner_.duplicated(parts.back());
    }
    if (const auto fresh = static_cast<std::uint8_t>(bytes & ~known)) {
      parts.emplace_back();
      parts.back().set_bytes(fresh);
    }
    cell.set_bytes(known | bytes);
    return parts;
  }

  void reset_granule(std::uint64_t address, std::uint8_t bytes) {
    Cell& cell = *granule(address);
    if ((cell.bytes() & bytes) == 0) return;
    if (!cell.split() && (cell.bytes() & ~bytes) == 0) {
      owner_.dropped(cell);
      cell = Cell();
      return;
    }
    Parts& parts = parts_with(cell, bytes);
    std::erase_if(parts, [&](Cell& part) {
      const bool inside = (part.bytes() & bytes) != 0;
      if (inside) owner_.dropped(part);
      return inside;
    });
    cell.set_bytes(cell.bytes() & static_cast<std::uint8_t>(~bytes));
    if (cell.bytes() != 0) return;
    parts_.drop(cell.link);
    cell = Cell();
  }

  // The numbers of pages in use are often powers of two apart, hence not the remainder.
  static constexpr std::size_t place_in_cache(std::uint64_t number) {
    static_assert(std::has_single_bit(kCachedPages));
    return number * 0x9E3779B97F4A7C15U >> (64 - std::countr_zero(kCachedPages));
  }
  struct Cached {
    std::uint64_t number = ~std::uint64_t{0};  // there is no such page
    Cell* page = nullptr;
  };

  Owner& owner_;
  tsl::robin_map<std::uint64_t, std::unique_ptr<Page>, AddressHash> pages_;
  tsl::robin_map<std::uint64_t, Cell, AddressHash> wholes_;  // of pages that have none in pages_
  std::array<Cached, kCachedPages> cache_{};
  Pool<Parts> parts_;
};

}  // namespace heddle::order
