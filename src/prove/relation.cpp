// SPDX-License-Identifier: Apache-2.0
#include "prove/relation.h"

#include <algorithm>
#include <set>

namespace heddle::prove {
namespace {

// Successors of an acyclic heap: next[i] is a cell or -1. Relation of cells x and y, or 0 if x is on a cycle.
Relations relation_in(const std::vector<int>& next, int x, int y) {
  if (x == y) return kEqual;
  const auto steps = [&](int from, int to) {
    int count = 0;
    while (from != -1 && from != to) from = next[static_cast<std::size_t>(from)], ++count;
    return from == to ? count : 0;
  };
  if (const int forward = steps(x, y)) return forward == 1 ? kNext : kReaches;
  if (const int backward = steps(y, x)) return backward == 1 ? kNextOf : kReachedFrom;
  return kUnrelated;
}

bool is_acyclic(const std::vector<int>& next) {
  const int size = static_cast<int>(next.size());
  for (int start = 0; start < size; ++start) {
    int at = start;
    for (int step = 0; step <= size && at != -1; ++step) at = next[static_cast<std::size_t>(at)];
    if (at != -1) return false;
  }
  return true;
}

}  // namespace

std::vector<Triple> realised_triples(int cells) {
  std::set<Triple> found;
  std::vector<int> next(static_cast<std::size_t>(cells), -1);
  const auto visit = [&] {
    if (!is_acyclic(next)) return;
    for (int x = 0; x < cells; ++x)
      for (int y = 0; y < cells; ++y)
        for (int z = 0; z < cells; ++z)
          found.insert({relation_in(next, x, z), relation_in(next, x, y), relation_in(next, y, z)});
  };
  // Count through all successor functions, -1 … cells-1 for each cell.
  while (true) {
    visit();
    std::size_t digit = 0;
    while (digit < next.size() && ++next[digit] == cells) next[digit++] = -1;
    if (digit == next.size()) break;
  }
  return {found.begin(), found.end()};
}

const Composition& Composition::table() {
  static const Composition composition;
  return composition;
}

Composition::Composition() {
  const auto triples = realised_triples(5);
  for (std::size_t xy = 1; xy < 64; ++xy)
    for (std::size_t yz = 1; yz < 64; ++yz)
      for (const Triple& triple : triples)
        if ((triple.xy & xy) != 0 && (triple.yz & yz) != 0) table_[xy * 64 + yz] |= triple.xz;
}

std::string describe(Relations set) {
  static constexpr std::array<const char*, 6> kSigns = {"=", "↦", "⇢", "↤", "⇠", "⋈"};
  std::string text;
  for (std::size_t bit = 0; bit < kSigns.size(); ++bit)
    if ((set >> bit & 1) != 0) text += (text.empty() ? "" : ",") + std::string(kSigns[bit]);
  return is_single(set) ? text : "{" + text + "}";
}

}  // namespace heddle::prove
