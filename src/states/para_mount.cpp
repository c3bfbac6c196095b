// SPDX-License-Identifier: Apache-2.0
#include "states/para_mount.h"

#include <atomic>
#include <optional>
#include <random>

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

namespace heddle::states {

namespace {

// The events up to `place`, itself included, as a state.
State up_to(const Poset& poset, std::size_t place) {
  State state(poset.processes(), 0);
  // The last event of each process at or before `place`: ranks grow along a process.
  for (std::size_t p = 0; p < state.size(); ++p) {
    Index from = 0;
    Index to = poset.length(p);
    while (from < to) {
      const Index middle = to - (to - from) / 2;
      if (poset.rank(p, middle) <= place) {
        from = middle;
      } else {
        to = middle - 1;
      }
    }
    state[p] = from;
  }
  return state;
}

double product_of_ranges(const Interval& interval) {
  double product = 1;
  for (std::size_t q = 0; q < interval.low.size(); ++q) product *= 1.0 + interval.high[q] - interval.low[q];
  return product;
}

class Share {
 public:
  Share(const ParaMount& settings, const Poset& poset) : settings_(settings), poset_(poset) {}

  void work(Interval interval, tbb::task_group& group) {
    while (!stopped_ && product_of_ranges(interval) > settings_.grain &&
           estimate(poset_, interval, 16) > settings_.grain) {
      std::size_t widest = 0;
      for (std::size_t q = 1; q < interval.low.size(); ++q) {
        if (interval.high[q] - interval.low[q] > interval.high[widest] - interval.low[widest]) widest = q;
      }
      const Index middle = interval.low[widest] + (interval.high[widest] - interval.low[widest] + 1) / 2;
      auto [without, with] = divide(poset_, interval, {static_cast<std::uint32_t>(widest), middle});
      group.run([this, part = std::move(with), &group] { work(part, group); });
      interval = std::move(without);
    }
    if (!stopped_ && !settings_.enumerate(interval)) stopped_ = true;
  }
  bool stopped() const { return stopped_; }

 private:
  const ParaMount& settings_;
  const Poset& poset_;
  std::atomic<bool> stopped_ = false;
};

}  // namespace

Interval interval_of(const Poset& poset, std::size_t place) {
  const EventRef e = poset.extension()[place];
  const Index* clock = poset.clock(e.process, e.index);
  Interval interval{State(clock, clock + poset.processes()), up_to(poset, place)};
  if (place == 0) interval.low = poset.bottom();
  return interval;
}

double estimate(const Poset& poset, const Interval& interval, unsigned descents, std::uint64_t seed) {
  const std::size_t n = poset.processes();
  std::mt19937_64 dice(seed);
  double sum = 0;
  State low, high;
  for (unsigned k = 0; k < descents; ++k) {
    low = interval.low;
    high = interval.high;
    double product = 1;
    for (std::size_t d = 0; d < n; ++d) {
      product *= 1.0 + high[d] - low[d];
      const Index g = low[d] + static_cast<Index>(dice() % (std::uint64_t{high[d]} - low[d] + 1));
      const Index* clock = poset.clock(d, g);
      const Index* reverse = poset.reverse(d, g);
      for (std::size_t q = d + 1; q < n; ++q) {
        low[q] = std::max(low[q], clock[q]);
        high[q] = std::min(high[q], reverse[q]);
      }
    }
    sum += product;
  }
  return sum / std::max(descents, 1U);
}

namespace {

// Runs `work` on so many workers.
template <class Work>
void on_workers(unsigned workers, Work&& work) {
  const int cores = tbb::info::default_concurrency();
  const int wanted = workers == 0 ? cores : static_cast<int>(workers);
  std::optional<tbb::global_control> more;  // than there are cores
  if (wanted > cores) {
    more.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(wanted));
  }
  tbb::task_arena(wanted).execute(work);
}

}  // namespace

bool ParaMount::run(const Poset& poset, const Interval& interval) const {
  Share share(*this, poset);
  on_workers(workers, [&] {
    tbb::task_group group;
    share.work(interval, group);
    group.wait();
  });
  return !share.stopped();
}

bool ParaMount::run(const Poset& poset) const {
  if (poset.events() == 0) return enumerate(whole(poset));
  Share share(*this, poset);
  on_workers(workers, [&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, poset.events()),
                      [&](const tbb::blocked_range<std::size_t>& places) {
                        tbb::task_group group;
                        for (std::size_t k = places.begin(); k < places.end() && !share.stopped(); ++k) {
                          share.work(interval_of(poset, k), group);
                        }
                        group.wait();
                      });
  });
  return !share.stopped();
}

}  // namespace heddle::states
