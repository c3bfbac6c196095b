// SPDX-License-Identifier: Apache-2.0
#include "loset_programs.h"

#include <vector>

namespace heddle::bench {
namespace {

constexpr const char* kOom = "o.o.m.";
constexpr Row kRows[] = {
    {"bank", Kind::bank, 7, 91, 664325, {"0.99", "3.20", "0.20", "0.09"}},
    {"set (faulty)", Kind::set_faulty, 6, 114, 947951, {"1.36", "5.25", "4.55", "1.16"}, 276},
    {"set (correct)", Kind::set_correct, 6, 140, 2762420, {"3.55", "28.70", "16.84", "3.16"}, 423},
    {"arraylist1", Kind::steps, 12, 56, 354293, {"0.57", "1.06", "0.11", "0.07"}},
    {"arraylist2", Kind::list_locked, 7, 103, 3045808, {"4.48", "30.28", "2.42", "0.22"}, 2065},
    {"sor", Kind::steps, 14, 66, 3188645, {"9.16", "32.29", "0.29", "0.22"}},
    {"tsp", Kind::tsp, 8, 76, 1235981, {"1.99", "11.26", "0.80", "0.17"}, 781},
    {"raytracer", Kind::raytracer, 9, 121, 4882833, {"10.36", "42.57", "1.67", "0.54"}},
    {"hedc", Kind::hedc, 7, 92, 458334, {"0.64", "1.50", "0.66", "0.38"}, 137},
    {"bank", Kind::bank, 9, 121, 53808433, {"350.27", kOom, "21.76", "4.47"}},
    {"set (faulty)", Kind::set_faulty, 7, 147, 15040942, {"40.21", kOom, "183.68", "23.02"}, 413},
    {"set (correct)", Kind::set_correct, 7, 189, 78130591, {"452.43", kOom, "1476.82", "160.38"}, 413},
    {"arraylist1", Kind::steps, 16, 76, 28697813, {"175.80", kOom, "3.22", "1.66"}},
    {"arraylist2", Kind::list_locked, 8, 118, 25740144, {"104.81", kOom, "43.62", "1.75"}, 2786},
    {"sor", Kind::steps, 16, 76, 28697813, {"174.48", kOom, "2.47", "1.64"}},
    {"tsp", Kind::tsp, 10, 90, 25000001, {"115.77", kOom, "807.08", "52.33"}, 685},
    {"raytracer", Kind::raytracer, 10, 132, 24414083, {"98.15", kOom, "10.30", "2.83"}},
    {"hedc", Kind::hedc, 9, 121, 24522560, {"108.37", kOom, "90.29", "7.30"}, 98},
};

}  // namespace

std::span<const Row> rows() { return kRows; }

Loset LosetProgram::make() {
  switch (row_.kind) {
    case Kind::steps:
      begin();
      fork_and_join(2);
      break;
    case Kind::bank:
      begin();
      plain(0, 4 * (row_.threads - 1));
      fork_and_join(8);
      break;
    case Kind::raytracer:
      begin();
      plain(0, 22);
      fork_and_join(8);
      break;
    default:
      drawn();
  }
  return std::move(*builder_.build());
}

// One thread is made after the other.
void LosetProgram::begin() {
  for (std::size_t t = 0; t < row_.threads; ++t) {
    builder_.add(t);
    if (t > 0) builder_.order({t - 1, 1}, {t, 1});
  }
  builder_.order({row_.threads - 1, 1}, {0, 2});
}

void LosetProgram::fork_and_join(std::size_t steps) {
  for (std::size_t t = 1; t < row_.threads; ++t) {
    builder_.order({0, builder_.add(0)}, {t, 2});
    plain(t, steps);
  }
  if (row_.kind == Kind::raytracer) meet(steps / 2);
  for (std::size_t t = 1; t < row_.threads; ++t) builder_.order({t, builder_.size(t)}, {0, builder_.add(0)});
}

// Main works on, and all workers meet after so many steps, when main is done.
void LosetProgram::meet(std::size_t before) {
  plain(0, 10);
  const Index at = static_cast<Index>(1 + before);
  for (std::size_t t = 1; t < row_.threads; ++t) {
    builder_.order({0, builder_.size(0)}, {t, at + 1});
    for (std::size_t other = 1; other < row_.threads; ++other)
      if (other != t) builder_.order({other, at}, {t, at + 1});
  }
}

// Some workers are forked only when an earlier one has ended.
void LosetProgram::drawn() {
  const std::size_t workers = row_.threads - 1;
  const std::size_t waits = below(101);              // of a hundred that could
  const std::size_t together = 1 + below(workers);   // after so many workers one waits
  const std::size_t alone = below(row_.events / 3);  // steps of main
  begin();
  plain(0, alone);
  std::vector<Index> forks;
  for (std::size_t w = 0; w < workers; ++w) forks.push_back(builder_.add(0));
  std::size_t left = row_.events - row_.threads - alone - 2 * workers;
  for (std::size_t t = 1; t <= workers; ++t) {
    const std::size_t share = left / (workers - t + 1);
    left -= share;
    while (builder_.size(t) < share + 1) work(t, share + 1 - builder_.size(t));
    builder_.order({0, forks[t - 1]}, {t, 2});
    if (t > together && chance(waits)) builder_.order({t - together, builder_.size(t - together)}, {t, 2});
  }
  for (std::size_t t = 1; t <= workers; ++t) builder_.order({t, builder_.size(t)}, {0, builder_.add(0)});
}

void LosetProgram::work(std::size_t t, std::size_t left) {
  switch (row_.kind) {
    case Kind::set_correct:
    case Kind::set_faulty: {
      const std::size_t nodes = 2 + below(7);
      return left < 2 * nodes ? plain(t, left) : hand_over_hand(t, nodes);
    }
    case Kind::list_locked:
      return left < 3 || chance(40) ? plain(t, 1) : section(t, 0, 1);
    case Kind::tsp:  // the shared bound and the work queue
      return left < 3 || chance(20) ? plain(t, 1) : section(t, below(2), 1);
    default:  // hedc: its lists under two locks, and the results of each
      if (left < 5 || chance(20)) return plain(t, 1);
      const event::LockId outer(2 + below(2));
      builder_.acquire(t, outer);
      section(t, below(2), 1);
      builder_.release(t, outer);
  }
}

// Along the list; the faulty one lets go of the first before it has the next.
void LosetProgram::hand_over_hand(std::size_t t, std::size_t nodes) {
  builder_.acquire(t, event::LockId(0));
  for (std::size_t node = 1; node < nodes; ++node) {
    const bool too_early = row_.kind == Kind::set_faulty && node == 1;
    if (too_early) builder_.release(t, event::LockId(0));
    builder_.acquire(t, event::LockId(node));
    if (!too_early) builder_.release(t, event::LockId(node - 1));
  }
  builder_.release(t, event::LockId(nodes - 1));
}

}  // namespace heddle::bench
