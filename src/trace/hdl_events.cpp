// SPDX-License-Identifier: Apache-2.0
#include "trace/hdl_events.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "base/check.h"

namespace heddle::trace::hdl {
namespace {

using base::ErrorCode;
using base::failure;
using base::Result;
using event::Event;
using event::TargetKind;

constexpr std::size_t kLongestNumber = 10;  // bytes of a number of 64 bits
constexpr std::size_t kNumbersOfSite = 6;

constexpr unsigned kHasValue = 1, kTried = 2, kFlagsEnd = 4;

unsigned flags_of(const Event& event) {
  return (event.has_value ? kHasValue : 0) | (event.tried ? kTried : 0);
}

std::size_t kind_of(event::Operation operation) {
  return static_cast<std::size_t>(event::target_kind(operation));
}

}  // namespace

std::uint32_t EventsEncoder::site_of(const Event& event) {
  const Site site{static_cast<std::uint64_t>(event.operation) | static_cast<std::uint64_t>(event.order) << 8 |
                      static_cast<std::uint64_t>(flags_of(event)) << 16 |
                      static_cast<std::uint64_t>(event.extent) << 32,
                  event.location.number() | static_cast<std::uint64_t>(event.stack.number()) << 32};
  if (site != last_site_ || sites_.keys().empty()) {
    last_site_ = site;
    last_site_number_ = sites_.number(site);
  }
  return last_site_number_;
}

void EventsEncoder::put_plane(std::string& out, const std::vector<std::uint32_t>& numbers, int byte) {
  column_.resize(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) column_[i] = static_cast<char>(numbers[i] >> (8 * byte));
  columns_.put(out, column_);
}

Result<std::string> EventsEncoder::encode(std::span<const Event> events) {
  HEDDLE_CHECK(events.size() <= kMostEvents, "a block keeps to its limit");
  sites_.clear();
  addresses_.clear();
  for (auto& targets : targets_) targets.clear();
  event_sites_.resize(events.size());
  event_targets_.resize(events.size());

  std::string runs, values;
  for (std::size_t i = 0; i < events.size();) {
    const std::size_t begin = i;
    const event::ThreadId thread = events[i].thread;
    for (; i < events.size() && events[i].thread == thread; ++i) {
      const Event& event = events[i];
      event_sites_[i] = site_of(event);
      if (event.has_value) put_number(values, event.value);
      switch (const TargetKind kind = event::target_kind(event.operation)) {
        case TargetKind::variable:
          if (event.target >= kAddressEnd) [[unlikely]]
            return failure(ErrorCode::unsupported,
                           fmt::format("the address {:#x} is beyond what .hdl can hold", event.target));
          event_targets_[i] = addresses_.add(event.target);
          break;
        case TargetKind::nothing:
          event_targets_[i] = 0;
          break;
        default:
          event_targets_[i] = targets_[static_cast<std::size_t>(kind)].number(event.target);
      }
    }
    put_number(runs, thread.number());
    put_number(runs, i - begin - 1);
  }

  // Sorted targets have small differences; events then name them by rank.
  std::array<std::vector<std::uint32_t>, kTargetKinds> ranks;
  std::string tables;
  std::size_t most_targets = 0;
  for (std::size_t kind = 1; kind < kTargetKinds; ++kind) {
    std::string differences;
    std::uint64_t last = 0;
    const auto put = [&](std::uint64_t target) {
      put_number(differences, target - last);
      last = target;
    };
    std::size_t count = 0;
    if (kind == static_cast<std::size_t>(TargetKind::variable)) {
      addresses_.sort(put);
      count = addresses_.size();
    } else {
      std::vector<std::pair<std::uint64_t, std::uint32_t>> sorted;
      for (const std::uint64_t target : targets_[kind].keys())
        sorted.emplace_back(target, static_cast<std::uint32_t>(sorted.size()));
      std::sort(sorted.begin(), sorted.end());
      count = sorted.size();
      ranks[kind].resize(count);
      for (std::size_t rank = 0; rank < count; ++rank) {
        ranks[kind][sorted[rank].second] = static_cast<std::uint32_t>(rank);
        put(sorted[rank].first);
      }
    }
    most_targets = std::max(most_targets, count);
    put_number(tables, count);
    tables += differences;
  }
  std::string column_of_targets(events.size(), '\0');
  for (std::size_t i = 0; i < events.size(); ++i) {
    const TargetKind kind = event::target_kind(events[i].operation);
    if (kind == TargetKind::variable)
      event_targets_[i] = addresses_.rank(event_targets_[i], events[i].target);
    else if (kind != TargetKind::nothing)
      event_targets_[i] = ranks[static_cast<std::size_t>(kind)][event_targets_[i]];
    column_of_targets[i] = static_cast<char>(event_targets_[i]);
  }

  std::string site_table;
  put_number(site_table, sites_.keys().size());
  for (const Site& site : sites_.keys()) {
    put_number(site_table, site.shape & 0xff);
    put_number(site_table, site.shape >> 8 & 0xff);
    put_number(site_table, site.shape >> 16 & 0xff);
    put_number(site_table, static_cast<std::uint32_t>((site.shape >> 32) + 1));
    put_number(site_table, static_cast<std::uint32_t>(site.place + 1));
    put_number(site_table, static_cast<std::uint32_t>((site.place >> 32) + 1));
  }

  std::string payload;
  columns_.put(payload, site_table);
  columns_.put(payload, tables);
  columns_.put(payload, runs);
  put_plane(payload, event_sites_, 0);
  if (sites_.keys().size() > 256) put_plane(payload, event_sites_, 1);
  columns_.put(payload, column_of_targets);
  if (most_targets > 256) put_plane(payload, event_targets_, 1);
  if (!values.empty()) columns_.put(payload, values);
  return payload;
}

bool EventsDecoder::read_sites(std::string_view column, const event::Names& names) {
  Cursor cursor(column);
  const std::uint64_t count = cursor.number_below(kMostEvents + 1);
  if (count > column.size() / kNumbersOfSite) return false;
  sites_.assign(count, Site());
  has_values_ = false;
  for (Site& site : sites_) {
    Event& event = site.event;
    event.operation = static_cast<event::Operation>(cursor.number_below(event::kOperations));
    event.order = static_cast<event::MemoryOrder>(cursor.number_below(event::kMemoryOrders));
    const std::uint64_t flags = cursor.number_below(kFlagsEnd);
    event.has_value = (flags & kHasValue) != 0;
    event.tried = (flags & kTried) != 0;
    event.extent = static_cast<std::uint32_t>(cursor.number_below(std::uint64_t{1} << 32)) - 1U;
    const std::uint64_t location = cursor.number_below(names.locations.size() + 1);
    if (location > 0) event.location = event::LocationId(location - 1);
    const std::uint64_t stack = cursor.number_below(names.stacks.size() + 1);
    if (stack > 0) event.stack = event::StackId(stack - 1);
    if (!cursor.ok() || (event.tried && !event::can_be_tried(event.operation))) return false;
    const bool waits = event.operation == event::Operation::wait || event.operation == event::Operation::wake;
    if (waits && event::LockId(event.extent).exists() && event.extent >= names.locks.size()) return false;
    const std::vector<std::uint64_t>& targets = targets_[kind_of(event.operation)];
    site.targets = targets.data();
    site.target_count = static_cast<std::uint32_t>(targets.size());
    has_values_ = has_values_ || event.has_value;
  }
  return cursor.at_end();
}

bool EventsDecoder::read_targets(std::string_view column, const event::Names& names) {
  const std::array<std::uint64_t, kTargetKinds> ends = {
      1,
      kAddressEnd,
      names.locks.size(),
      names.conditions.size(),
      names.threads.size(),
      names.barriers.size(),
      names.messages.size(),
      names.marks.size(),
  };
  Cursor cursor(column);
  targets_[0].assign(1, 0);
  wide_targets_ = false;
  for (std::size_t kind = 1; kind < kTargetKinds; ++kind) {
    const std::uint64_t count = cursor.number_below(kMostEvents + 1);
    if (count > cursor.rest().size()) return false;
    targets_[kind].resize(count);
    wide_targets_ = wide_targets_ || count > 256;
    std::uint64_t last = 0;
    for (std::uint64_t& target : targets_[kind]) {
      const std::uint64_t step = cursor.number();
      if (step >= ends[kind] - last) return false;
      target = last += step;
    }
  }
  return cursor.ok() && cursor.at_end();
}

bool EventsDecoder::read_runs(std::string_view column, std::uint32_t events, const event::Names& names) {
  Cursor cursor(column);
  runs_.clear();
  const std::size_t threads = names.threads.size();
  std::uint64_t total = 0;
  while (total < events) {
    const event::ThreadId thread(cursor.number_below(threads));
    const std::uint64_t length = cursor.number_below(events - total) + 1;
    if (!cursor.ok()) return false;
    runs_.push_back({thread, static_cast<std::uint32_t>(length)});
    total += length;
  }
  return cursor.at_end();
}

Result<void> EventsDecoder::begin(std::string_view payload, std::uint32_t events, const event::Names& names) {
  const auto malformed = [](std::string_view what) {
    return failure(ErrorCode::malformed, fmt::format("an events block with a wrong {}", what));
  };
  left_ = 0;
  Cursor cursor(payload);
  const auto take_plane = [&](Plane& plane) {
    const auto bytes = columns_.take(cursor, events, plane.room);
    plane.bytes = bytes.value_or(std::string_view());
    return bytes && bytes->size() == events;
  };
  if (events > kMostEvents) return malformed("number of events");
  const auto sites = columns_.take(cursor, kMostColumn, sites_room_);  // used when the targets are known
  const auto targets = columns_.take(cursor, kMostColumn, room_);
  if (!targets || !read_targets(*targets, names)) return malformed("table of targets");
  if (!sites || !read_sites(*sites, names)) return malformed("table of sites");
  const auto runs = columns_.take(cursor, kMostColumn, room_);
  if (!runs || !read_runs(*runs, events, names)) return malformed("column of threads");
  wide_sites_ = sites_.size() > 256;
  if (!take_plane(site_low_) || (wide_sites_ && !take_plane(site_high_))) return malformed("column of sites");
  if (!take_plane(target_low_) || (wide_targets_ && !take_plane(target_high_)))
    return malformed("column of targets");
  std::string_view values;
  if (has_values_) {
    const auto column = columns_.take(cursor, events * kLongestNumber, values_room_);
    if (!column) return malformed("column of values");
    values = *column;
  }
  if (!cursor.at_end()) return malformed("length");
  value_cursor_ = Cursor(values);
  run_ = 0;
  in_run_ = 0;
  next_ = 0;
  left_ = events;
  return {};
}

template <bool wide_sites, bool wide_targets, bool values>
bool EventsDecoder::take_as(std::span<Event> out) {
  const auto* site_low = reinterpret_cast<const unsigned char*>(site_low_.bytes.data());
  const auto* site_high = reinterpret_cast<const unsigned char*>(site_high_.bytes.data());
  const auto* target_low = reinterpret_cast<const unsigned char*>(target_low_.bytes.data());
  const auto* target_high = reinterpret_cast<const unsigned char*>(target_high_.bytes.data());
  const std::size_t site_count = sites_.size();
  std::size_t i = next_;
  const std::size_t end = next_ + out.size();
  Event* event = out.data();
  while (i < end) {
    const Run run = runs_[run_];
    const std::size_t run_end = std::min(end, i + (run.length - in_run_));
    in_run_ += static_cast<std::uint32_t>(run_end - i);
    for (; i < run_end; ++i, ++event) {
      std::size_t site_number = site_low[i];
      if constexpr (wide_sites) site_number |= std::size_t{site_high[i]} << 8;
      std::size_t target_number = target_low[i];
      if constexpr (wide_targets) target_number |= std::size_t{target_high[i]} << 8;
      if (site_number >= site_count) [[unlikely]]
        return false;
      const Site& site = sites_[site_number];
      if (target_number >= site.target_count) [[unlikely]]
        return false;
      std::memcpy(event, &site.event, sizeof *event);
      event->target = site.targets[target_number];
      event->thread = run.thread;
      if constexpr (values)
        if (site.event.has_value) event->value = value_cursor_.number();
    }
    if (in_run_ == run.length) {
      ++run_;
      in_run_ = 0;
    }
  }
  left_ -= out.size();
  next_ = end;
  return !values || (value_cursor_.ok() && (left_ > 0 || value_cursor_.at_end()));
}

bool EventsDecoder::take(std::span<Event> out) {
  HEDDLE_CHECK(out.size() <= left_, "no more events are taken than are left");
  const int which = (wide_sites_ ? 1 : 0) + (wide_targets_ ? 2 : 0) + (has_values_ ? 4 : 0);
  switch (which) {
    case 0:
      return take_as<false, false, false>(out);
    case 1:
      return take_as<true, false, false>(out);
    case 2:
      return take_as<false, true, false>(out);
    case 3:
      return take_as<true, true, false>(out);
    case 4:
      return take_as<false, false, true>(out);
    case 5:
      return take_as<true, false, true>(out);
    case 6:
      return take_as<false, true, true>(out);
    default:
      return take_as<true, true, true>(out);
  }
}

}  // namespace heddle::trace::hdl
