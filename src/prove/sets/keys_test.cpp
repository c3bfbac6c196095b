// SPDX-License-Identifier: Apache-2.0
// The tables of keys against keys that are numbers.
#include "prove/sets/keys.h"

#include <gtest/gtest.h>

#include "prove/concrete/set_history.h"

namespace heddle::prove::sets {
namespace {

constexpr int kMost = 6;  // keys 1 … 5 between the ends 0 and 6

Places place_of(int key, int watched) {
  return key == 0         ? kLeast
         : key == kMost   ? kGreatest
         : key < watched  ? kBelow
         : key == watched ? kEqualKey
                          : kAbove;
}
int order_of(int a, int b) { return a < b ? kLess : a == b ? kSame : kGreater; }

TEST(SetKeys, OrdersAreThoseOfNumbers) {
  for (Places a = 1; a < 32; ++a)
    for (Places b = 1; b < 32; ++b) {
      int expected = 0;
      Places left[8] = {};
      for (int x = 0; x <= kMost; ++x)
        for (int y = 0; y <= kMost; ++y) {
          if ((place_of(x, 3) & a) == 0 || (place_of(y, 3) & b) == 0) continue;
          expected |= order_of(x, y);
          for (int ways = 1; ways < 8; ++ways)
            if ((order_of(x, y) & ways) != 0) left[ways] |= place_of(x, 3);
        }
      EXPECT_EQ(orders(a, b), expected) << int{a} << " " << int{b};
      for (int ways = 1; ways < 8; ++ways) EXPECT_EQ(narrowed(a, b, ways), left[ways]);
    }
}

TEST(SetKeys, PlacesToTwoKeysFitTogether) {
  for (Places to_k = 1; to_k < 32; ++to_k)
    for (Places to_v = 1; to_v < 32; ++to_v)
      for (const Places side_of_v : {kBelow, kEqualKey, kAbove}) {
        Places expected_k = 0;
        Places expected_v = 0;
        for (int k = 1; k < 12; ++k)
          for (int v = 1; v < 12; ++v)
            for (int key = 0; key <= 12; ++key) {
              const auto place = [](int one, int watched) {
                return one == 0    ? kLeast
                       : one == 12 ? kGreatest
                                   : place_of(one < watched    ? 2
                                              : one == watched ? 3
                                                               : 4,
                                              3);
              };
              if (place(v, k) != side_of_v || (place(key, k) & to_k) == 0 || (place(key, v) & to_v) == 0)
                continue;
              expected_k |= place(key, k);
              expected_v |= place(key, v);
            }
        EXPECT_EQ(through(to_k, to_v, side_of_v), expected_k);
        EXPECT_EQ(back_through(to_k, to_v, side_of_v), expected_v);
      }
}

TEST(SetHistory, ACallMayTakeEffectWhileItRuns) {
  using concrete::SetHistory;
  const SetHistory::Pending insert{0, Role::insert}, look{1, Role::contains}, remove{2, Role::remove};
  for (const bool found : {true, false}) {  // beside an insert both answers are right
    SetHistory history;
    EXPECT_TRUE(history.returns(1, 1, found, {insert, look}));
    EXPECT_TRUE(history.returns(1, 0, true, {insert}));
    EXPECT_FALSE(history.returns(1, 1, false, {look}));
  }
  SetHistory history;  // a remove that has returned true needs the insert
  EXPECT_TRUE(history.returns(1, 2, true, {insert, remove}));
  EXPECT_FALSE(SetHistory(history).returns(1, 0, false, {insert}));
  EXPECT_TRUE(SetHistory(history).returns(1, 0, true, {insert}));
  EXPECT_FALSE(SetHistory().returns(1, 2, true, {remove}));
}

}  // namespace
}  // namespace heddle::prove::sets
