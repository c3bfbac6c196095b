// SPDX-License-Identifier: Apache-2.0
#include "states/share.h"

#include <algorithm>
#include <queue>

#include "base/hash.h"
#include "states/para_mount.h"

namespace heddle::states {
namespace {

constexpr unsigned kDescents = 32;
constexpr double kPartsEach = 32;  // of a share, at least, where intervals can be divided

struct Sized {
  double states = 0;
  std::size_t number = 0;  // in the order in which they came to be
  Interval interval;
};
// The largest first; of two that are as large, the older.
bool is_smaller(const Sized& a, const Sized& b) {
  return a.states != b.states ? a.states < b.states : a.number > b.number;
}

std::size_t widest_digit(const Interval& interval) {
  std::size_t widest = 0;
  for (std::size_t q = 1; q < interval.low.size(); ++q)
    if (interval.high[q] - interval.low[q] > interval.high[widest] - interval.low[widest]) widest = q;
  return widest;
}

}  // namespace

Shares share_of(const Poset& poset, std::size_t number, std::size_t count) {
  Shares shares;
  std::vector<Sized> all;
  double total = 0;
  const auto sized = [&](Interval interval) {
    Sized result{estimate(poset, interval, kDescents), all.size(), std::move(interval)};
    total += result.states;
    return result;
  };
  for (std::size_t place = 0; place < poset.events(); ++place)
    all.push_back(sized(interval_of(poset, place)));
  if (poset.events() == 0) all.push_back({1, 0, whole(poset)});
  const double grain = total / (kPartsEach * static_cast<double>(count));
  std::priority_queue large(is_smaller, std::move(all));
  all.clear();
  for (std::size_t made = large.size(); !large.empty();) {
    Sized next = large.top();
    large.pop();
    const std::size_t widest = poset.processes() == 0 ? 0 : widest_digit(next.interval);
    if (poset.processes() == 0 || next.states <= grain ||
        next.interval.low[widest] == next.interval.high[widest]) {
      all.push_back(std::move(next));
      continue;
    }
    const Index low = next.interval.low[widest];
    const Index middle = low + (next.interval.high[widest] - low + 1) / 2;
    auto [without, with] = divide(poset, next.interval, {static_cast<std::uint32_t>(widest), middle});
    for (Interval* part : {&without, &with})
      large.push({estimate(poset, *part, kDescents), made++, std::move(*part)});
  }
  std::sort(all.begin(), all.end(), [](const Sized& a, const Sized& b) { return is_smaller(b, a); });
  using Load = std::pair<double, std::size_t>;  // states, share
  std::priority_queue<Load, std::vector<Load>, std::greater<>> loads;
  for (std::size_t share = 1; share <= count; ++share) loads.emplace(0, share);
  shares.outline = base::combine(count, all.size());
  for (Sized& each : all) {
    const Load least = loads.top();
    loads.pop();
    loads.emplace(least.first + each.states, least.second);
    for (std::size_t q = 0; q < poset.processes(); ++q)
      shares.outline =
          base::combine(shares.outline, std::uint64_t{each.interval.low[q]} << 32 | each.interval.high[q]);
    if (least.second == number) shares.mine.push_back(std::move(each.interval));
  }
  return shares;
}

}  // namespace heddle::states
