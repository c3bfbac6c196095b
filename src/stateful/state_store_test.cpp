// SPDX-License-Identifier: Apache-2.0
// Rows of all lengths, neighbours mostly alike, against a map from rows to numbers.
#include "stateful/state_store.h"

#include <map>
#include <random>

#include <gtest/gtest.h>

namespace heddle::stateful {
namespace {

using Row = std::vector<std::uint32_t>;

// What a search would store next: a few numbers changed, now and then more or fewer of them.
void change(Row& row, std::mt19937& random) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  if (below(8) == 0) row.resize(1 + below(below(4) == 0 ? 300 : 20));
  for (std::uint32_t i = below(3); i-- > 0;) row[below(static_cast<std::uint32_t>(row.size()))] = below(4);
  if (row.back() == 0) row.back() = 1 + below(3);
}

Row found(const StateStore& store, StateNumber number) {
  const auto words = store[number];
  return {words.begin(), words.end()};
}

TEST(StateStore, KeepsEachRowOnce) {
  std::mt19937 random(7);
  StateStore store, kept;
  std::map<Row, StateNumber> oracle;
  std::vector<Row> all;
  Row row = {1};
  for (int i = 0; i < 60000; ++i) {
    if (!all.empty() && random() % 16 == 0) row = all[random() % all.size()];
    change(row, random);
    const auto [expected, is_new] = oracle.try_emplace(row, static_cast<StateNumber>(oracle.size()));
    ASSERT_EQ(store.add(row), std::pair(expected->second, is_new));
    if (!is_new) continue;
    all.push_back(row);
    kept.append(row);
    ASSERT_EQ(found(store, expected->second), row);
  }
  ASSERT_GT(all.size(), 20000U);
  ASSERT_EQ(store.size(), all.size());
  for (StateNumber number = 0; number < all.size(); ++number) {
    ASSERT_EQ(found(store, number), all[number]);
    ASSERT_EQ(found(kept, number), all[number]);
  }
  store.compact();
  EXPECT_TRUE(store.compacted());
  for (StateNumber number = 0; number < all.size(); ++number)
    ASSERT_EQ(store.add(all[number]), std::pair(number, false));
  EXPECT_EQ(store.add(Row{9, 9, 9}), std::pair(static_cast<StateNumber>(all.size()), true));
}

TEST(StateStore, IsSmallWhereStatesAreAlike) {
  StateStore store;
  Row row(20, 5);
  for (std::uint32_t a = 1; a <= 100; ++a)
    for (std::uint32_t b = 1; b <= 100; ++b)
      for (std::uint32_t c = 1; c <= 10; ++c) {
        row[2] = a, row[9] = b, row[17] = c;
        store.add(row);
      }
  EXPECT_EQ(store.size(), 100000U);
  EXPECT_LT(store.memory() / store.size(), 24U);
}

}  // namespace
}  // namespace heddle::stateful
