// SPDX-License-Identifier: Apache-2.0
#include "prove/relation.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

namespace heddle::prove {
namespace {

constexpr std::array<Relations, 6> kAll = {kEqual, kNext, kReaches, kNextOf, kReachedFrom, kUnrelated};

TEST(Relation, SixtyFiveTriplesExist) {
  const auto triples = realised_triples(5);
  EXPECT_EQ(triples.size(), 65U);
  EXPECT_EQ(triples, realised_triples(6)) << "larger heaps add nothing";
  EXPECT_FALSE(std::ranges::binary_search(triples, Triple{kReachedFrom, kReaches, kReaches}));
}

TEST(Relation, TheTableInUseIsTheComputedOne) {
  const auto triples = realised_triples(5);
  for (Relations xy : kAll)
    for (Relations yz : kAll)
      for (Relations xz : kAll)
        EXPECT_EQ((Composition::table()(xy, yz) & xz) != 0,
                  std::ranges::binary_search(triples, Triple{xz, xy, yz}));
}

TEST(Relation, TheTableIsSymmetric) {
  for (Relations xy : kAll)
    for (Relations yz : kAll)
      EXPECT_EQ(mirror(Composition::table()(xy, yz)), Composition::table()(mirror(yz), mirror(xy)));
  for (Relations set = 0; set < 64; ++set) EXPECT_EQ(mirror(mirror(set)), set);
}

TEST(Relation, ConsistentMatricesOfFourPointers) {
  const Composition& compose = Composition::table();
  int count = 0;
  for (Relations ab : kAll)
    for (Relations bc : kAll)
      for (Relations ac : kAll) {
        if ((compose(ab, bc) & ac) == 0) continue;
        for (Relations cd : kAll)
          for (Relations bd : kAll) {
            if ((compose(bc, cd) & bd) == 0) continue;
            for (Relations ad : kAll)
              count += (compose(ab, bd) & ad) != 0 && (compose(ac, cd) & ad) != 0 ? 1 : 0;
          }
      }
  EXPECT_EQ(count, 1059);
}

}  // namespace
}  // namespace heddle::prove
