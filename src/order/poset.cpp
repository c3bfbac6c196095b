// SPDX-License-Identifier: Apache-2.0
#include "order/poset.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/check.h"

namespace heddle::order {

namespace {

// Up to eight entries a power of two, then whole groups of eight: a row never straddles more cache lines than
// it must.
std::size_t stride_for(std::size_t processes) {
  if (processes <= 8) return std::bit_ceil(std::max<std::size_t>(processes, 1));
  return (processes + 7) / 8 * 8;
}

}  // namespace

bool Poset::consistent(std::span<const Index> state) const {
  for (std::size_t p = 0; p < processes(); ++p) {
    if (state[p] > length(p)) return false;
    const Index* row = clock(p, state[p]);
    for (std::size_t q = 0; q < processes(); ++q) {
      if (row[q] > state[q]) return false;
    }
  }
  return true;
}

void Poset::finish() {
  const std::size_t n = processes();
  const std::size_t rows = extension_.size() + n;

  // Reverse clocks, column by column: the number of events of q that do not depend on event i + 1 of p grows
  // with i, so one walk along both processes finds them all.
  reverses_.assign(rows * stride_ + 2 * kSlack, 0);
  for (std::size_t p = 0; p < n; ++p) {
    for (std::size_t q = 0; q < n; ++q) {
      Index j = 0;
      for (Index i = 0; i <= length(p); ++i) {
        while (j < length(q) && (i == length(p) || clock(q, j + 1)[p] <= i)) ++j;
        reverses_[kSlack + (first_row_[p] + i) * stride_ + q] = j;
      }
    }
  }

  // Remote events (Algorithm 12): where the clock grew since the predecessor, minus what another one implies.
  remote_offsets_.assign(rows + 1, 0);
  std::vector<EventRef> candidates;
  for (std::size_t p = 0; p < n; ++p) {
    remote_offsets_[first_row_[p]] = remote_offsets_[first_row_[p] + 1] = remotes_.size();
    for (Index i = 1; i <= length(p); ++i) {
      candidates.clear();
      const Index* now = clock(p, i);
      const Index* previous = clock(p, i - 1);
      for (std::size_t q = 0; q < n; ++q) {
        if (q != p && now[q] != previous[q]) candidates.push_back({static_cast<std::uint32_t>(q), now[q]});
      }
      for (EventRef candidate : candidates) {
        const bool implied = std::any_of(candidates.begin(), candidates.end(), [&](EventRef other) {
          return other != candidate && before(candidate, other);
        });
        if (!implied) remotes_.push_back(candidate);
      }
      remote_offsets_[first_row_[p] + i + 1] = remotes_.size();
    }
  }
  remotes_.shrink_to_fit();

  first_remotes_.assign(rows, FirstRemote{0, 0, 0});
  ranks_.assign(rows, 0);
  for (std::size_t k = 0; k < extension_.size(); ++k) {
    const auto [p, i] = extension_[k];
    ranks_[first_row_[p] + i] = static_cast<std::uint32_t>(k);
    const std::span<const EventRef> all = remotes(p, i);
    if (all.empty()) continue;
    first_remotes_[first_row_[p] + i] = {all[0].process & 0x7FFFFFFFU, all.size() > 1, all[0].index};
  }
}

Poset Poset::reordered(std::span<const std::size_t> order) const {
  const std::size_t n = processes();
  HEDDLE_CHECK(order.size() == n, "an order names every process once");
  Poset result;
  std::vector<std::uint32_t> place(n);
  result.stride_ = stride_;
  std::size_t row = 0;
  for (std::size_t k = 0; k < n; ++k) {
    place[order[k]] = static_cast<std::uint32_t>(k);
    result.lengths_.push_back(length(order[k]));
    result.threads_.push_back(threads_[order[k]]);
    result.first_row_.push_back(row);
    row += length(order[k]) + 1;
  }
  result.clocks_.assign(row * stride_ + 2 * kSlack, 0);
  result.positions_.reserve(row);
  for (std::size_t k = 0; k < n; ++k) {
    for (Index i = 0; i <= result.length(k); ++i) {
      const Index* from = clock(order[k], i);
      Index* to = result.clocks_.data() + kSlack + (result.first_row_[k] + i) * stride_;
      for (std::size_t l = 0; l < n; ++l) to[l] = from[order[l]];
      result.positions_.push_back(position(order[k], i));
    }
  }
  result.extension_.reserve(events());
  for (EventRef e : extension_) result.extension_.push_back({place[e.process], e.index});
  result.finish();
  return result;
}

Poset Poset::from_clocks(const std::vector<std::vector<State>>& clocks) {
  Poset result;
  result.stride_ = stride_for(clocks.size());
  std::size_t row = 0;
  for (std::size_t p = 0; p < clocks.size(); ++p) {
    result.lengths_.push_back(static_cast<Index>(clocks[p].size()));
    result.threads_.emplace_back(p);
    result.first_row_.push_back(row);
    row += clocks[p].size() + 1;
    for (Index i = 1; i <= clocks[p].size(); ++i) {
      result.extension_.push_back({static_cast<std::uint32_t>(p), i});
    }
  }
  result.clocks_.assign(row * result.stride_ + 2 * kSlack, 0);
  result.positions_.assign(row, 0);
  for (std::size_t p = 0; p < clocks.size(); ++p) {
    for (std::size_t i = 1; i <= clocks[p].size(); ++i) {
      const State& from = clocks[p][i - 1];
      std::copy(from.begin(), from.end(),
                result.clocks_.data() + kSlack + (result.first_row_[p] + i) * result.stride_);
    }
  }
  result.finish();
  return result;
}

std::size_t Poset::bytes() const {
  return (clocks_.capacity() + reverses_.capacity()) * sizeof(Index) +
         remote_offsets_.capacity() * sizeof(std::uint64_t) +
         (remotes_.capacity() + extension_.capacity() + first_remotes_.capacity()) * sizeof(EventRef) +
         ranks_.capacity() * sizeof(std::uint32_t) + positions_.capacity() * sizeof(event::Position) +
         processes() * (sizeof(Index) + sizeof(std::size_t) + sizeof(event::ThreadId));
}

std::size_t PosetBuilder::add_process(event::ThreadId thread) {
  threads_.push_back(thread);
  rows_.emplace_back();
  return threads_.size() - 1;
}

EventRef PosetBuilder::add(std::size_t process, std::span<const EventRef> after, event::Position position) {
  std::vector<Index> clock(processes(), 0);
  const auto join = [&](const std::vector<Index>& other) {
    for (std::size_t q = 0; q < other.size(); ++q) clock[q] = std::max(clock[q], other[q]);
  };
  for (EventRef e : after) {
    HEDDLE_CHECK(e.process < rows_.size() && e.index >= 1 && e.index <= rows_[e.process].size(),
                 "an event comes after events that were added");
    join(rows_[e.process][e.index - 1].clock);
  }
  return add_clock(process, clock, position);
}

EventRef PosetBuilder::add_clock(std::size_t process, std::span<const Index> clock,
                                 event::Position position) {
  HEDDLE_CHECK(process < rows_.size() && clock.size() <= processes(),
               "an event belongs to a process that was added");
  std::vector<Row>& own = rows_[process];
  std::vector<Index> row(clock.begin(), clock.end());
  if (!own.empty()) {
    const std::vector<Index>& previous = own.back().clock;
    row.resize(std::max({row.size(), previous.size(), process + 1}), 0);
    for (std::size_t q = 0; q < previous.size(); ++q) row[q] = std::max(row[q], previous[q]);
  }
  row.resize(std::max(row.size(), process + 1), 0);
  for (std::size_t q = 0; q < row.size(); ++q) {
    HEDDLE_CHECK(q == process || row[q] <= rows_[q].size(), "a clock counts events that were added");
  }
  row[process] = static_cast<Index>(own.size() + 1);
  own.push_back({std::move(row), position});
  const EventRef added{static_cast<std::uint32_t>(process), static_cast<Index>(own.size())};
  extension_.push_back(added);
  return added;
}

void PosetBuilder::extend(std::size_t process, event::Position position) {
  HEDDLE_CHECK(!rows_[process].empty(), "there is an event to extend");
  rows_[process].back().position = position;
}

Poset PosetBuilder::build() && {
  const std::size_t n = processes();
  Poset result;
  result.stride_ = stride_for(n);
  std::size_t row = 0;
  for (const std::vector<Row>& own : rows_) {
    result.lengths_.push_back(static_cast<Index>(own.size()));
    result.first_row_.push_back(row);
    row += own.size() + 1;
  }
  result.clocks_.assign(row * result.stride_ + 2 * Poset::kSlack, 0);
  result.positions_.reserve(row);
  for (std::size_t p = 0; p < n; ++p) {
    result.positions_.push_back(0);
    Index* to = result.clocks_.data() + Poset::kSlack + result.first_row_[p] * result.stride_;
    for (Row& from : rows_[p]) {
      to += result.stride_;
      std::copy(from.clock.begin(), from.clock.end(), to);
      result.positions_.push_back(from.position);
    }
    rows_[p].clear();
    rows_[p].shrink_to_fit();
  }
  result.threads_ = std::move(threads_);
  result.extension_ = std::move(extension_);
  result.finish();
  return result;
}

}  // namespace heddle::order
