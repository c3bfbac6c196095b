// SPDX-License-Identifier: Apache-2.0
// The events of one .hdl block. A block can be encoded and decoded on its own, given the dictionary.
//
// The idea: an instruction of a program does the same thing each time, so (operation, order, size, location,
// stack) repeats. The distinct ones of a block are its *sites*; its distinct targets are sorted, one table
// for each kind. What is left of an event is a site number, a target number and a thread, which comes in
// runs. These are kept column by column, the low and the high bytes apart, each column compressed on its own:
// two to four bytes an event, and decoding is two table look-ups.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "event/event.h"
#include "event/names.h"
#include "trace/address_table.h"
#include "trace/hdl_columns.h"
#include "trace/hdl_format.h"
#include "trace/number_table.h"

namespace heddle::trace::hdl {

inline constexpr std::size_t kTargetKinds = 8;

// Addresses from here on do not exist: then address + size never overflows.
inline constexpr std::uint64_t kAddressEnd = ~std::uint64_t{0} - (std::uint64_t{1} << 32);

// Reusable, not thread-safe: one for each thread that encodes.
class EventsEncoder {
 public:
  // The payload of a block of these events, at most kMostEvents.
  base::Result<std::string> encode(std::span<const event::Event> events);

 private:
  struct Site {
    std::uint64_t shape = 0;  // operation, order, flags, extent
    std::uint64_t place = 0;  // location, stack
    friend bool operator==(const Site&, const Site&) = default;
  };
  struct SiteHash {
    std::uint64_t operator()(const Site& site) const {
      return (site.shape ^ (site.place * 0x9E3779B97F4A7C15U)) * 0xBF58476D1CE4E5B9U;
    }
  };
  struct TargetHash {
    std::uint64_t operator()(std::uint64_t target) const { return target * 0x9E3779B97F4A7C15U; }
  };
  std::uint32_t site_of(const event::Event& event);
  void put_plane(std::string& out, const std::vector<std::uint32_t>& numbers, int byte);

  NumberTable<Site, SiteHash> sites_;
  Site last_site_;
  std::uint32_t last_site_number_ = 0;
  AddressTable addresses_;  // the targets that are variables; the other kinds:
  std::array<NumberTable<std::uint64_t, TargetHash>, kTargetKinds> targets_;
  std::vector<std::uint32_t> event_sites_, event_targets_;
  std::string column_;
  ColumnWriter columns_;
};

// Not thread-safe.
class EventsDecoder {
 public:
  // Begins a block of `events` events. `names` is the dictionary so far: no id beyond it is accepted.
  // `payload` stays until the last of them is taken.
  base::Result<void> begin(std::string_view payload, std::uint32_t events, const event::Names& names);
  // The next events of the block, as many as `out` has room for or are left; false if one is malformed.
  bool take(std::span<event::Event> out);
  std::size_t left() const { return left_; }

 private:
  struct alignas(64) Site {  // one cache line
    event::Event event;      // all that its events share
    std::uint32_t target_count = 0;
    const std::uint64_t* targets = nullptr;  // the table of its kind
  };
  bool read_sites(std::string_view column, const event::Names& names);
  bool read_targets(std::string_view column, const event::Names& names);
  bool read_runs(std::string_view column, std::uint32_t events, const event::Names& names);
  template <bool wide_sites, bool wide_targets, bool values>
  bool take_as(std::span<event::Event> out);

  struct Run {
    event::ThreadId thread;
    std::uint32_t length = 0;
  };
  ColumnReader columns_;
  struct Plane {  // a byte of each event's number
    std::string_view bytes;
    std::string room;
  };
  Plane site_low_, site_high_, target_low_, target_high_;
  std::string room_, sites_room_, values_room_;
  std::vector<Site> sites_;
  std::array<std::vector<std::uint64_t>, kTargetKinds> targets_;
  std::vector<Run> runs_;
  std::size_t run_ = 0;       // the current one
  std::uint32_t in_run_ = 0;  // events of it that are done
  std::size_t next_ = 0;      // event of the block
  std::size_t left_ = 0;
  bool wide_sites_ = false, wide_targets_ = false, has_values_ = false;
  Cursor value_cursor_{{}};
};

}  // namespace heddle::trace::hdl
