// SPDX-License-Identifier: Apache-2.0
#include "prove/domain/relation.h"

#include <algorithm>
#include <array>
#include <set>

#include <gtest/gtest.h>

namespace heddle::prove {
namespace {

constexpr std::array<Relations, 6> kCoarse = {kEqual, kNext, kReaches, kNextOf, kReachedFrom, kUnrelated};

TEST(Relation, SixtyFiveTriplesExist) {
  const auto triples = realised_triples(5, Distances::coarse);
  EXPECT_EQ(triples.size(), 65U);
  EXPECT_EQ(triples, realised_triples(7, Distances::coarse)) << "larger heaps add nothing";
  EXPECT_FALSE(std::ranges::binary_search(triples, Triple{kReachedFrom, kReaches, kReaches}));
}

TEST(Relation, LargerHeapsAddNothingToTheFineTriples) {
  EXPECT_EQ(realised_triples(7, Distances::fine), realised_triples(8, Distances::fine));
}

// Forgetting which of the longer distances are two makes coarse triples of the fine ones.
TEST(Relation, TheFineTriplesRefineTheCoarse) {
  const auto coarser = [](Relations relation) {
    return relation == kTwo ? kReaches : relation == kTwoOf ? kReachedFrom : relation;
  };
  std::set<Triple> coarse;
  for (const Triple& triple : realised_triples(7, Distances::fine))
    coarse.insert({coarser(triple.xz), coarser(triple.xy), coarser(triple.yz)});
  const auto expected = realised_triples(5, Distances::coarse);
  EXPECT_EQ(coarse, std::set<Triple>(expected.begin(), expected.end()));
}

TEST(Relation, TheTablesInUseAreTheComputedOnes) {
  for (Distances distances : {Distances::coarse, Distances::fine}) {
    const auto triples = realised_triples(7, distances);
    for (unsigned xy = 1; xy < 256; xy <<= 1)
      for (unsigned yz = 1; yz < 256; yz <<= 1)
        for (unsigned xz = 1; xz < 256; xz <<= 1)
          EXPECT_EQ((Composition::table(distances)(static_cast<Relations>(xy), static_cast<Relations>(yz)) &
                     xz) != 0,
                    std::ranges::binary_search(triples,
                                               Triple{static_cast<Relations>(xz), static_cast<Relations>(xy),
                                                      static_cast<Relations>(yz)}));
  }
}

TEST(Relation, SetsAreComposedAsTheirMembersAre) {
  const Composition& compose = Composition::table(Distances::fine);
  for (unsigned xy = 1; xy < 256; ++xy)
    for (unsigned yz = 1; yz < 256; yz += 7) {
      Relations expected = 0;
      for (unsigned one = 1; one < 256; one <<= 1)
        for (unsigned other = 1; other < 256; other <<= 1)
          if ((xy & one) != 0 && (yz & other) != 0)
            expected |= compose(static_cast<Relations>(one), static_cast<Relations>(other));
      ASSERT_EQ(compose(static_cast<Relations>(xy), static_cast<Relations>(yz)), expected);
    }
}

TEST(Relation, TheTablesAreSymmetric) {
  for (Distances distances : {Distances::coarse, Distances::fine}) {
    const Composition& compose = Composition::table(distances);
    for (unsigned xy = 1; xy < 256; xy <<= 1)
      for (unsigned yz = 1; yz < 256; yz <<= 1) {
        const auto one = static_cast<Relations>(xy);
        const auto other = static_cast<Relations>(yz);
        EXPECT_EQ(mirror(compose(one, other)), compose(mirror(other), mirror(one)));
      }
  }
  for (unsigned set = 0; set < 256; ++set)
    EXPECT_EQ(mirror(mirror(static_cast<Relations>(set))), static_cast<Relations>(set));
}

TEST(Relation, ConsistentMatricesOfFourPointers) {
  const Composition& compose = Composition::table(Distances::coarse);
  int count = 0;
  for (Relations ab : kCoarse)
    for (Relations bc : kCoarse)
      for (Relations ac : kCoarse) {
        if ((compose(ab, bc) & ac) == 0) continue;
        for (Relations cd : kCoarse)
          for (Relations bd : kCoarse) {
            if ((compose(bc, cd) & bd) == 0) continue;
            for (Relations ad : kCoarse)
              count += (compose(ab, bd) & ad) != 0 && (compose(ac, cd) & ad) != 0 ? 1 : 0;
          }
      }
  EXPECT_EQ(count, 1059);
}

}  // namespace
}  // namespace heddle::prove
