// SPDX-License-Identifier: Apache-2.0
#include "prove/domain/relation.h"

#include <set>

namespace heddle::prove {
namespace {

// Successors of an acyclic heap: next[i] is a cell or -1.
Relations relation_in(const std::vector<int>& next, int x, int y, Distances distances) {
  const auto steps = [&](int from, int to) {
    int count = 0;
    while (from != -1 && from != to) from = next[static_cast<std::size_t>(from)], ++count;
    return from == to ? count : -1;
  };
  if (const int forward = steps(x, y); forward >= 0) return ahead(forward, distances);
  if (const int backward = steps(y, x); backward >= 0) return mirror(ahead(backward, distances));
  return kUnrelated;
}

}  // namespace

// The cells of an acyclic heap can be numbered so that each leads to an earlier one: these are all heaps
// there are.
std::vector<Triple> realised_triples(int cells, Distances distances) {
  std::set<Triple> found;
  std::vector<int> next(static_cast<std::size_t>(cells), -1);
  const auto visit = [&] {
    std::vector<std::vector<Relations>> of(next.size(), std::vector<Relations>(next.size()));
    for (int x = 0; x < cells; ++x)
      for (int y = 0; y < cells; ++y)
        of[static_cast<std::size_t>(x)][static_cast<std::size_t>(y)] = relation_in(next, x, y, distances);
    for (std::size_t x = 0; x < next.size(); ++x)
      for (std::size_t y = 0; y < next.size(); ++y)
        for (std::size_t z = 0; z < next.size(); ++z) found.insert({of[x][z], of[x][y], of[y][z]});
  };
  while (true) {
    visit();
    std::size_t digit = 0;
    while (digit < next.size() && ++next[digit] == static_cast<int>(digit)) next[digit++] = -1;
    if (digit == next.size()) break;
  }
  return {found.begin(), found.end()};
}

const Composition& Composition::table(Distances distances) {
  if (distances == Distances::fine) {
    static const Composition fine(Distances::fine);
    return fine;
  }
  static const Composition coarse(Distances::coarse);
  return coarse;
}

Composition::Composition(Distances distances) {
  const int cells =
      2 * least_steps(kReaches, distances) + 1;  // three pointers in a row, each far from the next
  for (const Triple& triple : realised_triples(cells, distances))
    table_[static_cast<std::size_t>(triple.xy) * kRelationSets + triple.yz] |= triple.xz;
  // A set is composed as its members are.
  for (std::size_t xy = 1; xy < kRelationSets; ++xy)
    for (std::size_t yz = 1; yz < kRelationSets; ++yz) {
      const std::size_t low = xy & (~xy + 1);
      const std::size_t lower = yz & (~yz + 1);
      if (xy != low)
        table_[xy * kRelationSets + yz] =
            table_[low * kRelationSets + yz] | table_[(xy ^ low) * kRelationSets + yz];
      else if (yz != lower)
        table_[xy * kRelationSets + yz] =
            table_[xy * kRelationSets + lower] | table_[xy * kRelationSets + (yz ^ lower)];
    }
}

std::string describe(Relations set) {
  static constexpr std::array<const char*, kRelationCount> kSigns = {"=", "↦", "⇢",  "↤",
                                                                     "⇠", "⋈", "↦↦", "↤↤"};
  std::string text;
  for (std::size_t bit = 0; bit < kSigns.size(); ++bit)
    if ((set >> bit & 1) != 0) text += (text.empty() ? "" : ",") + std::string(kSigns[bit]);
  return is_single(set) ? text : "{" + text + "}";
}

}  // namespace heddle::prove
