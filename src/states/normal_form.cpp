// SPDX-License-Identifier: Apache-2.0
#include "states/normal_form.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace heddle::states {

using order::exclude;
using order::LockInterval;

bool NormalForm::compute(const State& from, const State& to) {
  n_ = loset_->threads();
  from_ = from;
  added_.clear();
  work_.clear();
  set_rows(to);
  find_sections();
  if (!order_open_ones()) return false;
  for (std::size_t t = 0; t < n_; ++t) touch(t, from[t] + 1, to[t]);
  return settle_all();
}

void NormalForm::set_rows(const State& to) {
  to_ = to;
  rows_.resize(n_);
  for (std::size_t t = 0; t < n_; ++t) {
    rows_[t].resize(std::size_t{to[t] - from_[t]} * n_);
    for (Index i = from_[t] + 1; i <= to[t]; ++i) {
      const auto clock = loset_->clock(t, i);
      Index* to_row = row(t, i);
      std::copy(clock.begin(), clock.end(), to_row);
      to_row[t] = i;
    }
  }
}

void NormalForm::find_sections() {
  for (const std::size_t list : used_lists_) lists_[list].intervals.clear();
  used_lists_.clear();
  lists_.resize(n_ * loset_->locks());
  releases_.resize(n_);
  for (std::size_t t = 0; t < n_; ++t) {
    releases_[t].clear();
    const auto intervals = loset_->intervals(t);
    auto first = std::partition_point(intervals.begin(), intervals.end(),
                                      [&](const LockInterval& i) { return i.acquire <= from_[t]; });
    for (; first != intervals.end() && first->acquire <= to_[t]; ++first) {
      const auto number = static_cast<std::uint32_t>(first - intervals.begin());
      const std::size_t list = t * loset_->locks() + first->lock.index();
      if (lists_[list].intervals.empty()) used_lists_.push_back(list);
      lists_[list].intervals.push_back(number);
      if (first->release <= to_[t]) releases_[t].push_back({first->release, number});
    }
    std::sort(releases_[t].begin(), releases_[t].end(),
              [](const Release& a, const Release& b) { return a.at < b.at; });
  }
}

// The dynamic locking orders: what has ended came before what is open.
bool NormalForm::order_open_ones() {
  for (std::size_t t = 0; t < n_; ++t)
    for (const std::uint32_t open : loset_->held(t, to_[t])) {
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
  return true;
}

bool NormalForm::settle_all() {
  while (!work_.empty()) {
    const auto [thread, number] = work_.back();
    work_.pop_back();
    Release& release = releases_[thread][number];
    release.queued = false;
    if (!settle(thread, release.interval)) return false;
  }
  return true;
}

bool NormalForm::grow(const Loset& loset) {
  loset_ = &loset;
  if (!is_acyclic_) return false;
  widen(loset.threads());
  const State before = to_;
  to_ = loset.final();
  take_new_rows();
  find_sections();
  known_locks_.resize(loset.locks());
  std::vector<bool> is_new(loset.locks());
  for (const std::size_t list : used_lists_) {
    const std::size_t lock = list % loset.locks();
    if (!known_locks_[lock])
      is_new[lock] = true;  // so far one thread alone took it: all its sections are news
  }
  for (std::size_t t = 0; t < n_; ++t)
    for (std::size_t i = 0; i < releases_[t].size(); ++i) {
      const Release& release = releases_[t][i];
      const std::size_t lock = loset.intervals(t)[release.interval].lock.index();
      if (release.at > before[t] || is_new[lock]) touch(t, i);
      known_locks_[lock] = true;
    }
  return is_acyclic_ = settle_all();
}

void NormalForm::widen(std::size_t threads) {
  if (threads == n_) return;
  for (std::vector<Index>& rows : rows_) {
    std::vector<Index> wide;
    wide.reserve(rows.size() / n_ * threads);
    for (auto row = rows.begin(); row != rows.end(); row += static_cast<std::ptrdiff_t>(n_)) {
      wide.insert(wide.end(), row, row + static_cast<std::ptrdiff_t>(n_));
      wide.resize(wide.size() + threads - n_);
    }
    rows = std::move(wide);
  }
  n_ = threads;
  rows_.resize(n_);
  from_.resize(n_, 0);
  to_.resize(n_, 0);
}

// From those of what each new event comes after: all that is forced so far is in them.
void NormalForm::take_new_rows() {
  State done(n_);
  for (std::size_t t = 0; t < n_; ++t) {
    done[t] = static_cast<Index>(rows_[t].size() / std::max<std::size_t>(n_, 1));
    rows_[t].resize(std::size_t{to_[t]} * n_);
  }
  const auto learn = [&](Index* to, const Index* from) {
    for (std::size_t k = 0; k < n_; ++k) to[k] = std::max(to[k], from[k]);
  };
  const auto take = [&](std::size_t t) {
    const Index next = done[t] + 1;
    const auto clock = loset_->clock(t, next);
    for (std::size_t u = 0; u < n_; ++u)
      if (u != t && clock[u] > done[u]) return false;
    Index* mine = row(t, next);
    if (next > 1) std::copy_n(row(t, next - 1), n_, mine);
    if (next == 1 || loset_->clock_number(t, next) != loset_->clock_number(t, next - 1))
      for (std::size_t u = 0; u < n_; ++u)
        if (u != t && clock[u] > mine[u]) learn(mine, row(u, clock[u]));
    mine[t] = next;
    ++done[t];
    return true;
  };
  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t t = 0; t < n_; ++t)
      while (done[t] < to_[t] && take(t)) moved = true;
  }
  HEDDLE_CHECK(done == to_, "happens-before has no cycle");
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
  const auto& releases = releases_[thread];
  const auto release =
      std::partition_point(releases.begin(), releases.end(), [&](const Release& r) { return r.at < first; });
  for (auto i = static_cast<std::size_t>(release - releases.begin());
       i < releases.size() && releases[i].at <= last; ++i)
    touch(thread, i);
}

void NormalForm::touch(std::size_t thread, std::size_t release) {
  if (std::exchange(releases_[thread][release].queued, true)) return;
  work_.emplace_back(thread, static_cast<std::uint32_t>(release));
}

bool NormalForm::consistent(const State& state) const {
  for (std::size_t t = 0; t < n_; ++t) {
    if (state[t] <= from_[t]) continue;
    for (std::size_t u = 0; u < n_; ++u)
      if (seen(t, state[t], u) > state[u]) return false;
  }
  return true;
}

const NormalForm* WholeForm::form() {
  std::call_once(once_, [&] {
    const State end = loset_->final();
    if (!feasible(*loset_, end)) return;
    if (grown_ != nullptr) {
      is_acyclic_ = grown_->grow(*loset_);
      return;
    }
    own_ = std::make_unique<NormalForm>(*loset_);
    is_acyclic_ = own_->compute(loset_->initial(), end);
  });
  return !is_acyclic_ ? nullptr : grown_ != nullptr ? grown_ : own_.get();
}

}  // namespace heddle::states
