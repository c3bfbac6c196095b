// SPDX-License-Identifier: Apache-2.0
#include "states/normal_form.h"

#include <algorithm>

#include "base/check.h"

namespace heddle::states {

using order::exclude;
using order::LockInterval;

bool NormalForm::compute(const State& from, const State& to) {
  n_ = loset_->threads();
  from_ = from;
  to_ = to;
  added_.clear();
  begin_.assign(n_, 0);
  work_.clear();
  releases_.resize(n_);
  for (const std::size_t list : used_lists_) lists_[list].intervals.clear();
  used_lists_.clear();
  std::size_t rows = 0;
  for (std::size_t t = 0; t < n_; ++t) {
    begin_[t] = rows * n_;
    rows += to[t] - from[t];
    releases_[t].clear();
  }
  clocks_.resize(rows * n_);
  for (std::size_t t = 0; t < n_; ++t)
    for (Index i = from[t] + 1; i <= to[t]; ++i) {
      const auto clock = loset_->clock(t, i);
      Index* to_row = row(t, i);
      std::copy(clock.begin(), clock.end(), to_row);
      to_row[t] = i;
    }
  for (std::size_t t = 0; t < n_; ++t) {
    const auto intervals = loset_->intervals(t);
    auto first = std::partition_point(intervals.begin(), intervals.end(),
                                      [&](const LockInterval& i) { return i.acquire <= from[t]; });
    for (; first != intervals.end() && first->acquire <= to[t]; ++first) {
      const auto number = static_cast<std::uint32_t>(first - intervals.begin());
      const std::size_t list = t * loset_->locks() + first->lock.index();
      if (lists_[list].intervals.empty()) used_lists_.push_back(list);
      lists_[list].intervals.push_back(number);
      if (first->release <= to[t]) releases_[t].push_back({first->release, number});
    }
    std::sort(releases_[t].begin(), releases_[t].end(),
              [](const Release& a, const Release& b) { return a.at < b.at; });
  }
  // The dynamic locking orders: what has ended came before what is open.
  for (std::size_t t = 0; t < n_; ++t)
    for (const std::uint32_t open : loset_->held(t, to[t])) {
      const LockInterval& held = loset_->intervals(t)[open];
      for (std::size_t u = 0; u < n_; ++u) {
        if (u == t) continue;
        const auto& list = lists_[u * loset_->locks() + held.lock.index()].intervals;
        for (std::size_t k = list.size(); k-- > 0;)
          if (exclude(loset_->intervals(u)[list[k]], held)) {
            if (!add(u, list[k], t, open)) return false;
            break;
          }
      }
    }
  for (std::size_t t = 0; t < n_; ++t) touch(t, from[t] + 1, to[t]);
  while (!work_.empty()) {
    const auto [thread, number] = work_.back();
    work_.pop_back();
    Release& release = releases_[thread][number];
    release.queued = false;
    if (!settle(thread, release.interval)) return false;
  }
  return true;
}

// All intervals that must begin before this one ends must end before it begins. It is enough to order the
// last such interval of each thread; program order carries the earlier ones.
bool NormalForm::settle(std::size_t thread, std::uint32_t interval) {
  const LockInterval& later = loset_->intervals(thread)[interval];
  for (std::size_t u = 0; u < n_; ++u) {
    if (u == thread) continue;
    const Index seen_of_u = seen(thread, later.release, u);
    if (seen_of_u <= from_[u]) continue;
    const auto& list = lists_[u * loset_->locks() + later.lock.index()].intervals;
    auto end = std::partition_point(list.begin(), list.end(), [&](std::uint32_t number) {
      return loset_->intervals(u)[number].acquire <= seen_of_u;
    });
    while (end != list.begin() && !exclude(loset_->intervals(u)[*(end - 1)], later)) --end;
    if (end != list.begin() && !add(u, *(end - 1), thread, interval)) return false;
  }
  return true;
}

bool NormalForm::add(std::size_t before_thread, std::uint32_t before, std::size_t after_thread,
                     std::uint32_t after) {
  const LockInterval& first = loset_->intervals(before_thread)[before];
  const LockInterval& second = loset_->intervals(after_thread)[after];
  const bool ends = first.release <= to_[before_thread];
  if (ends && seen(after_thread, second.acquire, before_thread) >= first.release) return true;
  if (!ends || seen(before_thread, first.release, after_thread) >= second.acquire) {
    contradiction_ = {
        {before_thread, ends ? first.release : 0}, {after_thread, second.acquire}, before, after};
    return false;
  }
  added_.push_back({{before_thread, first.release}, {after_thread, second.acquire}, before, after});
  const Index* news = row(before_thread, first.release);
  for (std::size_t u = 0; u < n_; ++u) {
    // The first event of u at or after second.acquire; all later ones are after it too.
    Index low = from_[u] + 1, high = to_[u] + 1;
    if (u == after_thread) {
      low = second.acquire;
    } else {
      while (low < high) {
        const Index middle = low + (high - low) / 2;
        if (seen(u, middle, after_thread) >= second.acquire)
          high = middle;
        else
          low = middle + 1;
      }
    }
    Index last = low;
    for (; last <= to_[u]; ++last) {
      Index* clock = row(u, last);
      bool grown = false;
      for (std::size_t k = 0; k < n_; ++k)
        if (news[k] > clock[k]) clock[k] = news[k], grown = true;
      if (!grown) break;  // clocks grow along a thread: the later ones know it already
    }
    if (last > low) touch(u, low, last - 1);
  }
  return true;
}

void NormalForm::touch(std::size_t thread, Index first, Index last) {
  auto& releases = releases_[thread];
  auto release =
      std::partition_point(releases.begin(), releases.end(), [&](const Release& r) { return r.at < first; });
  for (; release != releases.end() && release->at <= last; ++release)
    if (!release->queued) {
      release->queued = true;
      work_.emplace_back(thread, static_cast<std::uint32_t>(release - releases.begin()));
    }
}

bool NormalForm::consistent(const State& state) const {
  for (std::size_t t = 0; t < n_; ++t) {
    if (state[t] <= from_[t]) continue;
    for (std::size_t u = 0; u < n_; ++u)
      if (seen(t, state[t], u) > state[u]) return false;
  }
  return true;
}

}  // namespace heddle::states
