// SPDX-License-Identifier: Apache-2.0
#include "states/share.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "random/poset_sketch.h"
#include "states/quick_lex.h"

namespace heddle::states {
namespace {

using random::below;
using random::PosetSketch;

// All states of all shares, sorted; a state that two of them have shows twice.
std::vector<State> of_shares(const Poset& poset, std::size_t count) {
  std::vector<State> found;
  std::uint64_t outline = 0;
  for (std::size_t number = 1; number <= count; ++number) {
    const Shares shares = share_of(poset, number, count);
    EXPECT_TRUE(number == 1 || shares.outline == outline);
    outline = shares.outline;
    for (const Interval& interval : shares.mine)
      quick_lex(poset, interval, [&](const Index* state) {
        found.emplace_back(state, state + poset.processes());
        return true;
      });
  }
  std::sort(found.begin(), found.end());
  return found;
}

TEST(Share, UnionOfSharesIsEveryStateOnce) {
  random::Random dice(24);
  for (int round = 0; round < 250; ++round) {
    const PosetSketch sketch =
        random::random_sketch(dice, 1 + below(dice, 5), below(dice, 12), below(dice, 70));
    for (std::size_t count = 1; count <= 16; ++count) {
      const auto fails = [&](const PosetSketch& s) { return of_shares(s.build(), count) != s.states(); };
      if (fails(sketch)) FAIL() << count << " shares: " << shrink(sketch, fails).text();
    }
  }
}

}  // namespace
}  // namespace heddle::states
