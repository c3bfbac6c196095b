// SPDX-License-Identifier: Apache-2.0
#include "predict/closure.h"

#include <algorithm>

namespace heddle::predict {

using order::exclude;
using order::kNever;
using order::LockInterval;

namespace {
constexpr std::size_t kFar = 64;  // sections: beyond, new records are cheaper than passing them one by one
constexpr std::uint32_t kNone = ~std::uint32_t{0};

// For each section of a thread the last earlier one of its lock, shared if it is not and the other way round.
std::vector<std::uint32_t> of_other_kind(std::span<const LockInterval> intervals, std::size_t locks) {
  std::vector<std::uint32_t> last[2] = {std::vector(locks, kNone), std::vector(locks, kNone)}, all;
  all.reserve(intervals.size());
  for (const LockInterval& interval : intervals) {
    all.push_back(last[!interval.shared][interval.lock.index()]);
    last[interval.shared][interval.lock.index()] = static_cast<std::uint32_t>(all.size() - 1);
  }
  return all;
}

// As std::partition_point of all elements, in steps that grow from a guess: cheap where the answer is near it.
template <class Element, class IsBefore>
std::size_t partition_near(std::span<const Element> all, std::size_t guess, const IsBefore& is_before) {
  std::size_t low = std::min(guess, all.size()), high = low;  // all before `low` are, none from `high` on is
  for (std::size_t step = 1; low > 0 && !is_before(all[low - 1]); step *= 2) {
    high = low - 1;
    low = low > step ? low - step : 0;
  }
  if (high == low)
    for (std::size_t step = 1; high < all.size() && is_before(all[high]); step *= 2) {
      low = high + 1;
      high = std::min(all.size(), high + step);
    }
  const auto begin = all.begin();
  return static_cast<std::size_t>(std::partition_point(begin + static_cast<std::ptrdiff_t>(low),
                                                       begin + static_cast<std::ptrdiff_t>(high), is_before) -
                                  begin);
}
}  // namespace

Closure::Closure(const Recording& recording, const order::Loset& loset)
    : recording_(&recording), loset_(&loset), records_(loset.locks()) {
  for (std::size_t t = 0; t < loset.threads(); ++t)
    of_other_kind_.push_back(of_other_kind(loset.intervals(t), loset.locks()));
  clear();
}

void Closure::clear() {
  state_.assign(loset_->threads(), 0);
  passed_ = state_;
  next_.assign(state_.size(), 0);
  ++age_;
  never_ = false;
}

void Closure::take(std::size_t thread, Index index) {
  if (index <= state_[thread]) return;  // with all that comes before it
  for (std::size_t u = 0; u < state_.size(); ++u)
    state_[u] = std::max(state_[u], loset_->seen(thread, index, u));
}

void Closure::enter(Record& record, Section section) {
  const LockInterval& interval = loset_->intervals(section.thread)[section.number];
  Position& latest = interval.shared ? record.shared : record.exclusive;
  latest = std::max(latest, recording_->position({section.thread, interval.acquire}) + 1);
  if (interval.covers(state_[section.thread])) record.open.push_back(section);
}

Closure::Record& Closure::record_of(event::LockId lock) {
  Record& record = records_[lock.index()];
  if (record.made == age_) return record;
  record.made = age_;
  record.exclusive = record.shared = 0;
  record.open.clear();
  record.next.resize(state_.size());
  for (std::size_t u = 0; u < state_.size(); ++u) {
    const auto others = loset_->intervals_of(u, lock);
    const auto intervals = loset_->intervals(u);
    // Of each kind the last one. Only the very last of a thread can be open.
    const std::size_t next = partition_near(others, record.next[u], [&](std::uint32_t number) {
      return intervals[number].acquire <= passed_[u];
    });
    record.next[u] = static_cast<std::uint32_t>(next);
    if (next == 0) continue;
    const std::uint32_t last = others[next - 1], other = of_other_kind_[u][last];
    enter(record, {static_cast<std::uint32_t>(u), last});
    if (other != kNone) enter(record, {static_cast<std::uint32_t>(u), other});
  }
  return record;
}

// Sections that a later one excludes must end.
void Closure::end_earlier(Record& record) {
  std::erase_if(record.open, [&](const Section& section) {
    const LockInterval& interval = loset_->intervals(section.thread)[section.number];
    if (!interval.covers(state_[section.thread])) return true;
    const Position began = recording_->position({section.thread, interval.acquire}) + 1;
    const bool ends = record.exclusive > began || (!interval.shared && record.shared > began);
    if (!ends) return false;
    if (interval.release == kNever)
      never_ = true;
    else
      take(section.thread, interval.release);
    return true;
  });
}

// The sections that the thread has begun since the last time.
void Closure::pass_sections(std::size_t thread) {
  const auto intervals = loset_->intervals(thread);
  passed_[thread] = state_[thread];
  while (next_[thread] < intervals.size() && intervals[next_[thread]].acquire <= passed_[thread]) {
    const auto number = static_cast<std::uint32_t>(next_[thread]++);
    Record& record = record_of(intervals[number].lock);
    enter(record, {static_cast<std::uint32_t>(thread), number});
    end_earlier(record);
  }
}

// Starts anew where the set ends now.
void Closure::jump() {
  ++age_;
  passed_ = state_;
  for (std::size_t t = 0; t < passed_.size(); ++t) {
    const auto intervals = loset_->intervals(t);
    next_[t] = partition_near(intervals, next_[t],
                              [&](const LockInterval& interval) { return interval.acquire <= passed_[t]; });
  }
  for (std::size_t t = 0; t < passed_.size(); ++t)
    for (const std::uint32_t open : loset_->held(t, passed_[t]))
      end_earlier(record_of(loset_->intervals(t)[open].lock));
}

Closure::Grown Closure::grow(std::span<const Standing> next) {
  const order::Loset& must = recording_->must();
  ++steps_;
  for (const Standing& at : next) {
    take(at.thread, at.index - 1);
    take(at.after.thread, at.after.index);
    // An access can itself be ordered (an acquiring atomic load): what it needs comes first. What it would see
    // does not matter any more, so here only the must order counts.
    for (std::size_t u = 0; u < state_.size(); ++u)
      if (u != at.thread) take(u, must.seen(at.thread, at.known(), u));
  }
  while (true) {
    if (never_) return Grown::never;
    for (const Standing& at : next)
      if (state_[at.thread] >= at.index) return Grown::contains;
    std::size_t moved = state_.size();
    for (std::size_t t = 0; t < state_.size(); ++t) {
      if (passed_[t] == state_[t]) continue;
      moved = t;
      const auto intervals = loset_->intervals(t);
      if (const std::size_t far = next_[t] + kFar;
          far < intervals.size() && intervals[far].acquire <= state_[t]) {
        jump();
        break;
      }
      pass_sections(t);
    }
    if (moved == state_.size()) return Grown::stands;
  }
}

std::optional<std::vector<Standing>> first_standing(Closure& closure, std::span<const Candidates> lists,
                                                    base::StopCheck& stop, const OfNoUse& of_no_use) {
  closure.clear();
  std::vector<std::size_t> at(lists.size(), 0);
  std::vector<Standing> chosen(lists.size());
  for (std::size_t i = 0; i < lists.size(); ++i) {
    if (lists[i].events.empty()) return std::nullopt;
    chosen[i] = lists[i].standing(lists[i].events[0]);
  }
  while (!stop.reached()) {
    const auto beyond = [&](std::size_t i, Index index) {
      const auto events = lists[i].events;
      const auto next =
          std::upper_bound(events.begin() + static_cast<std::ptrdiff_t>(at[i]), events.end(), index);
      at[i] = static_cast<std::size_t>(next - events.begin());
      if (next != events.end()) chosen[i] = lists[i].standing(*next);
      return next != events.end();
    };
    switch (closure.grow(chosen)) {
      case Closure::Grown::never:
        return std::nullopt;
      case Closure::Grown::contains:
        for (std::size_t i = 0; i < lists.size(); ++i)
          if (const Index done = closure.state()[lists[i].thread];
              done >= chosen[i].index && !beyond(i, done))
            return std::nullopt;
        break;
      case Closure::Grown::stands: {
        const auto useless = of_no_use ? of_no_use(chosen) : std::nullopt;
        if (!useless) return chosen;
        if (!beyond(*useless, chosen[*useless].index)) return std::nullopt;
      }
    }
  }
  return std::nullopt;
}

}  // namespace heddle::predict
