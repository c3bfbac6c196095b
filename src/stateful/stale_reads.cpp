// SPDX-License-Identifier: Apache-2.0
#include "stateful/stale_reads.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace heddle::stateful {
namespace {

using event::MemoryOrder;
using event::Operation;
using program::Effect;

// Kinds of rows.
constexpr std::uint8_t kPastOfThread = 0;
constexpr std::uint8_t kPastOfObject = 1;
constexpr std::uint8_t kWrites = 2;   // of a variable: the past of its last write
constexpr std::uint8_t kReads = 3;    // and of the reads since
constexpr std::uint8_t kOrdered = 4;  // of a variable that is only accessed with seq_cst
constexpr std::uint8_t kFences = 5;   // all seq_cst ones

constexpr std::uint64_t kGrain = 4;  // wider accesses are of several variables

std::uint32_t of(const Seen& seen, Word cell) {
  const auto found = seen.find(cell);
  return found == seen.end() ? 0 : found->second;
}

template <class Value>
void put(std::vector<std::uint8_t>& bytes, Value value) {
  const auto* raw = reinterpret_cast<const std::uint8_t*>(&value);
  bytes.insert(bytes.end(), raw, raw + sizeof value);
}
template <class Value>
Value take(std::span<const std::uint8_t>& bytes) {
  Value value{};
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes = bytes.subspan(sizeof value);
  return value;
}

void write_rows(const std::map<StaleReads::Key, Seen>& rows, std::vector<std::uint8_t>& bytes) {
  put(bytes, static_cast<std::uint32_t>(
                 std::ranges::count_if(rows, [](const auto& row) { return !row.second.empty(); })));
  for (const auto& [key, seen] : rows) {
    if (seen.empty()) continue;
    put(bytes, key.first);
    put(bytes, key.second);
    write_seen(seen, bytes);
  }
}

std::map<StaleReads::Key, Seen> read_rows(std::span<const std::uint8_t>& bytes) {
  std::map<StaleReads::Key, Seen> rows;
  for (auto count = take<std::uint32_t>(bytes); count > 0; --count) {
    const auto kind = take<std::uint8_t>(bytes);
    const auto whose = take<Word>(bytes);
    rows.emplace(StaleReads::Key{kind, whose}, read_seen(bytes));
  }
  return rows;
}

}  // namespace

void write_seen(const Seen& seen, std::vector<std::uint8_t>& bytes) {
  put(bytes, static_cast<std::uint32_t>(seen.size()));
  for (const auto& [cell, number] : seen) {
    put(bytes, cell);
    put(bytes, number);
  }
}

Seen read_seen(std::span<const std::uint8_t>& bytes) {
  Seen seen;
  for (auto count = take<std::uint32_t>(bytes); count > 0; --count) {
    const auto cell = take<Word>(bytes);
    seen.emplace_hint(seen.end(), cell, take<std::uint32_t>(bytes));
  }
  return seen;
}

void join_seen(Seen& into, const Seen& from) {
  for (const auto& [cell, number] : from) {
    std::uint32_t& mine = into[cell];
    mine = std::max(mine, number);
  }
}

// The variables that an access is of: grains of four bytes, or one that is smaller. Those of two sizes are told apart
// wrongly, and count as able to leave.
std::vector<Word> StaleReads::cells(const Effect& effect) {
  const std::uint64_t width = std::min(effect.size, kGrain);
  std::vector<Word> found;
  for (Word at = effect.target; at < effect.target + effect.size; at += width) {
    const auto next = widths_.lower_bound(at);
    const bool before = next != widths_.begin() && std::prev(next)->first + std::prev(next)->second > at;
    const bool here = next != widths_.end() && next->first < at + width;
    if (here && next->first == at && next->second == width && !before) {
      found.push_back(at);
      continue;
    }
    if (event::is_atomic(effect.operation)) {
      if (before || here) leave(effect);
      if (!before && !here) widths_.emplace(at, width);
      found.push_back(at);
    }
  }
  return found;
}

void StaleReads::access(const Effect& effect, Seen& mine) {
  const bool is_atomic = event::is_atomic(effect.operation);
  const bool writes = event::writes(effect.operation);
  Seen& past = past_[{kPastOfThread, effect.thread}];
  for (const Word cell : cells(effect)) {
    if (is_atomic && effect.order != MemoryOrder::seq_cst && weak_.insert(cell).second)
      found_weak_ = found_weak_ || strong_.contains(cell);
    const bool ordered = is_atomic && !weak_.contains(cell);
    if (ordered) strong_.insert(cell);
    if (is_atomic && !effect.inner && of(mine, cell) < of(past, cell)) leave(effect);
    Seen& last = past_[{kWrites, cell}];
    join_seen(past, last);
    const std::uint32_t number = of(last, cell) + (writes ? 1 : 0);
    if (number != 0) mine[cell] = past[cell] = number;
    if (writes) {
      const auto reads = past_.find({kReads, cell});
      if (reads != past_.end()) {
        join_seen(past, reads->second);
        past_.erase(reads);
      }
      last = past;
    } else if (is_atomic) {
      join_seen(past_[{kReads, cell}], past);
    }
    if (!ordered) continue;
    Seen& order = ordered_[{kOrdered, cell}];
    join_seen(mine, order);
    for (const auto& [other, seen] : mine)
      if (!weak_.contains(other)) order[other] = std::max(order[other], seen);
  }
}

void StaleReads::synchronise(const Effect& effect) {
  const auto both_ways = [&](Key with) {
    Seen& mine = past_[{kPastOfThread, effect.thread}];
    Seen& theirs = past_[with];
    join_seen(mine, theirs);
    theirs = mine;
  };
  switch (effect.operation) {
    case Operation::fork:
      past_[{kPastOfThread, effect.target}] = past_[{kPastOfThread, effect.thread}];
      break;
    case Operation::end:
      break;
    case Operation::join:
      join_seen(past_[{kPastOfThread, effect.thread}], past_[{kPastOfThread, effect.target}]);
      past_.erase({kPastOfThread, effect.target});
      break;
    default:
      if (effect.target != 0) both_ways({kPastOfObject, effect.target});
      if (effect.lock != 0) both_ways({kPastOfObject, effect.lock});
  }
}

// One is before the other, and what the first has seen the second has.
void StaleReads::fence(const Effect& effect, Seen& mine) {
  if (effect.order != MemoryOrder::seq_cst) return;
  Seen& all = ordered_[{kFences, 0}];
  join_seen(mine, all);
  all = mine;
}

void StaleReads::forget(Seen& seen, Word address, std::uint64_t size) {
  seen.erase(seen.lower_bound(address), seen.lower_bound(address + size));
}

void StaleReads::start_afresh(Word address, std::uint64_t size) {
  const auto inside = [&](const Key& key) {
    return key.first != kPastOfThread && key.first != kFences && key.second >= address &&
           key.second < address + size;
  };
  for (std::map<Key, Seen>* rows : {&past_, &ordered_}) {
    std::erase_if(*rows, [&](const auto& row) { return inside(row.first); });
    for (auto& [key, seen] : *rows) forget(seen, address, size);
  }
}

bool StaleReads::found_weak() { return std::exchange(found_weak_, false); }

void StaleReads::begin_anew() {
  past_.clear();
  ordered_.clear();
}

// What every thread has in its past and has seen need not be told apart from the first write.
void StaleReads::normalise(std::span<Seen* const> threads, std::span<Seen* const> others) {
  std::vector<Seen*> all(others.begin(), others.end());
  std::vector<Seen*> running(threads.begin(), threads.end());
  for (auto& [key, seen] : past_) (key.first == kPastOfThread ? running : all).push_back(&seen);
  for (auto& [key, seen] : ordered_) all.push_back(&seen);
  all.insert(all.end(), running.begin(), running.end());
  std::map<Word, std::set<std::uint32_t>> used;
  for (const Seen* seen : all)
    for (const auto& [cell, number] : *seen) used[cell].insert(number);
  for (auto& [cell, numbers] : used) {
    std::uint32_t least = ~0U;
    for (const Seen* seen : running) least = std::min(least, of(*seen, cell));
    std::map<std::uint32_t, std::uint32_t> ranks;
    std::uint32_t next = 0;
    for (const std::uint32_t number : numbers) ranks[number] = number <= least ? 0 : ++next;
    for (Seen* seen : all)
      if (const auto found = seen->find(cell); found != seen->end()) {
        found->second = ranks[found->second];
        if (found->second == 0) seen->erase(found);
      }
  }
}

void StaleReads::write(std::vector<std::uint8_t>& bytes) const {
  write_rows(past_, bytes);
  write_rows(ordered_, bytes);
}

void StaleReads::read(std::span<const std::uint8_t>& bytes) {
  past_ = read_rows(bytes);
  ordered_ = read_rows(bytes);
}

}  // namespace heddle::stateful
