// SPDX-License-Identifier: Apache-2.0
// Where a key stands to one key that is watched: a set of the possibilities below, in a byte.
//
// One unknown key k stands for all keys of a set, because calls on different keys do not touch each other
// (concrete/set_history.h). All that matters of any other key is on which side of k it is; that of the ends of
// the list, whose keys are smaller and greater than every key that can be put in, is told apart.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "prove/front/program.h"

namespace heddle::prove::sets {

using Places = std::uint8_t;  // a set
inline constexpr Places kLeast = 1;
inline constexpr Places kBelow = 2;
inline constexpr Places kEqualKey = 4;
inline constexpr Places kAbove = 8;
inline constexpr Places kGreatest = 16;
inline constexpr Places kUnwritten = 32;  // no key yet
inline constexpr Places kAnyKey = 31;

// Of two written keys with these places: a set of kLess, kSame, kGreater.
namespace slow {
constexpr int orders(Places a, Places b) {
  int found = 0;
  for (Places x = kLeast; x <= kGreatest; x = static_cast<Places>(x << 1))
    for (Places y = kLeast; y <= kGreatest; y = static_cast<Places>(y << 1)) {
      if ((a & x) == 0 || (b & y) == 0) continue;
      found |= x < y                        ? kLess
               : x > y                      ? kGreater
               : x == kBelow || x == kAbove ? kLess | kSame | kGreater
                                            : kSame;
    }
  return found;
}

// What is left of `a` if its key stands to one with places `b` in one of `ways`.
constexpr Places narrowed(Places a, Places b, int ways) {
  Places left = 0;
  for (Places x = kLeast; x <= kGreatest; x = static_cast<Places>(x << 1))
    if ((a & x) != 0 && (orders(x, b) & ways) != 0) left |= x;
  return left;
}

// What is left of the places to k, given those to another key v and the place of v to k.
constexpr Places through(Places to_k, Places to_v, Places v_to_k) {
  Places left = 0;
  for (Places x = kLeast; x <= kGreatest; x = static_cast<Places>(x << 1))
    for (Places y = kLeast; y <= kGreatest; y = static_cast<Places>(y << 1)) {
      if ((to_k & x) == 0 || (to_v & y) == 0) continue;
      const bool is_end = x == kLeast || x == kGreatest || y == kLeast || y == kGreatest;
      // y: the key is below, equal to or above v; x: the same to k.
      const bool fits = is_end           ? x == y
                        : y == kEqualKey ? x == v_to_k
                        : y == kBelow    ? v_to_k == kAbove || x == kBelow
                                         : v_to_k == kBelow || x == kAbove;
      if (fits) left |= x;
    }
  return left;
}
// The same from the other side: what is left of the places to v.
constexpr Places back_through(Places to_k, Places to_v, Places v_to_k) {
  Places left = 0;
  for (Places y = kLeast; y <= kGreatest; y = static_cast<Places>(y << 1))
    if ((to_v & y) != 0 && through(to_k, y, v_to_k) != 0) left |= y;
  return left;
}

}  // namespace slow

// The same from tables: these are asked for millions of times. Only written keys are in them.
struct KeyTables {
  std::array<std::array<std::uint8_t, 32>, 32> orders{};
  std::array<std::array<std::array<Places, 8>, 32>, 32> narrowed{};
  std::array<std::array<std::array<Places, 32>, 32>, 3> through{}, back{};
};
extern const KeyTables kTables;
// 0, 1, 2 for below, equal, above.
constexpr std::size_t side(Places v_to_k) { return v_to_k == kBelow ? 0 : v_to_k == kEqualKey ? 1 : 2; }
inline int orders(Places a, Places b) { return kTables.orders[a & kAnyKey][b & kAnyKey]; }
inline Places narrowed(Places a, Places b, int ways) {
  return kTables.narrowed[a & kAnyKey][b & kAnyKey][static_cast<std::size_t>(ways)];
}
inline Places through(Places to_k, Places to_v, Places v_to_k) {
  return kTables.through[side(v_to_k)][to_k & kAnyKey][to_v & kAnyKey];
}
inline Places back_through(Places to_k, Places to_v, Places v_to_k) {
  return kTables.back[side(v_to_k)][to_k & kAnyKey][to_v & kAnyKey];
}

}  // namespace heddle::prove::sets
