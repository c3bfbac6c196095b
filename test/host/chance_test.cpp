// SPDX-License-Identifier: Apache-2.0
// What the runtime leaves to chance: delays of --perturb, and the distances between samples of --sample.
#include <cmath>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "runtime/watch/perturb.h"
#include "runtime/watch/sample.h"

namespace heddle::runtime {

Process process;
void switch_off(Doubt) {}

namespace {

std::vector<std::uint64_t> delays(std::uint64_t seed, std::uint64_t path, int passages,
                                  std::uint64_t places) {
  Perturbed thread;
  thread.path = path;
  std::vector<std::uint64_t> result;
  for (int i = 0; i < passages; ++i)
    result.push_back(Perturbation{seed}.delay(thread, static_cast<std::uint64_t>(i) % places,
                                              i == 0 ? Passage::begin : Passage::synchronises));
  return result;
}

TEST(Perturbation, ASeedAndAThreadDecide) {
  std::set<std::vector<std::uint64_t>> different;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    EXPECT_EQ(delays(seed, 5, 1000, 7), delays(seed, 5, 1000, 7));
    different.insert(delays(seed, 5, 1000, 7));
    different.insert(delays(seed, 6, 1000, 7));
  }
  EXPECT_GT(different.size(), 30U);  // two threads may both be the first
}

TEST(Perturbation, HotPlacesAreHardlyDelayedAndRareOnesAre) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    constexpr int kMany = 1'000'000;
    std::uint64_t total = 0, longest = 0;
    for (const std::uint64_t delay : delays(seed, 3, kMany, 4))
      total += delay, longest = std::max(longest, delay);
    EXPECT_LT(total, 1'000'000U) << "a second at most for a million passages, seed " << seed;
    EXPECT_LE(longest, 4096U);
  }
  int delayed = 0;
  for (std::uint64_t path = 0; path < 100; ++path)
    for (const std::uint64_t delay : delays(2, path, 10, 10)) delayed += delay != 0 ? 1 : 0;
  EXPECT_GT(delayed, 300) << "of a thousand first passages";
}

TEST(Perturbation, PrioritiesDifferAndChange) {
  std::set<std::uint64_t> ranks;
  int changed = 0;
  for (std::uint64_t path = 0; path < 100; ++path) {
    Perturbed thread;
    thread.path = path;
    const std::uint64_t first = Perturbation{1}.rank(thread);
    ranks.insert(first);
    thread.passed = 4096;
    changed += Perturbation{1}.rank(thread) != first ? 1 : 0;
  }
  EXPECT_GE(ranks.size(), 7U);
  EXPECT_EQ(changed, 100) << "the last point of change is at 4096";
}

TEST(Sample, DistancesAreThoseOfACoin) {
  for (const double rate : {0.5, 0.1, 0.01}) {
    const auto parts = static_cast<std::uint64_t>(rate * 4294967296.0);
    constexpr int kDraws = 200'000;
    double sum = 0;
    int none = 0;
    for (int i = 0; i < kDraws; ++i) {
      const std::uint64_t drawn = distance(parts, base::combine(1, static_cast<std::uint64_t>(i)));
      sum += static_cast<double>(drawn);
      none += drawn == 0 ? 1 : 0;
    }
    const double mean = (1 - rate) / rate, deviation = std::sqrt(1 - rate) / rate / std::sqrt(kDraws);
    EXPECT_NEAR(sum / kDraws, mean, 5 * deviation) << rate;
    EXPECT_NEAR(static_cast<double>(none) / kDraws, rate, 5 * std::sqrt(rate / kDraws)) << rate;
  }
  EXPECT_EQ(distance(kEveryAccess, 12345), 0U);
  EXPECT_EQ(distance(kEveryAccess / 2, ~std::uint64_t{0}), 0U);
  EXPECT_GT(distance(1, 0), std::uint64_t{1} << 32);
}

}  // namespace
}  // namespace heddle::runtime
