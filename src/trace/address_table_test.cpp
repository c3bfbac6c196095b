// SPDX-License-Identifier: Apache-2.0
#include "trace/address_table.h"

#include <random>
#include <set>

#include <gtest/gtest.h>

namespace heddle::trace {
namespace {

TEST(AddressTable, RanksAreThoseOfASortedSet) {
  AddressTable table;  // one for all: it forgets what the blocks before held
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937_64 random(seed);
    // Dense, scattered, and at the ends of lines and of what a trace can hold.
    const std::uint64_t range = std::uint64_t{1} << (4 + seed % 40);
    const std::uint64_t base = seed % 3 == 0 ? 0 : seed % 3 == 1 ? 511 : ~std::uint64_t{0} - (range + 2);
    std::vector<std::pair<std::uint64_t, std::uint32_t>> added;
    std::set<std::uint64_t> all;
    table.clear();
    for (unsigned i = 0; i < 300; ++i) {
      const std::uint64_t address = base + random() % range;
      added.emplace_back(address, table.add(address));
      all.insert(address);
    }
    std::vector<std::uint64_t> sorted;
    table.sort([&](std::uint64_t address) { sorted.push_back(address); });
    EXPECT_EQ(sorted, std::vector<std::uint64_t>(all.begin(), all.end())) << "seed " << seed;
    EXPECT_EQ(table.size(), all.size());
    for (const auto& [address, line] : added) {
      ASSERT_LT(table.rank(line, address), sorted.size());
      EXPECT_EQ(sorted[table.rank(line, address)], address) << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace heddle::trace
