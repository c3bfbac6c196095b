// SPDX-License-Identifier: Apache-2.0
// How two pointers into a singly linked heap can stand to each other, sets of such relations in six bits, and
// which three relations can hold between three pointers at once.
//
// The table of consistent triples is computed from every acyclic heap of up to five cells, not written down
// (Table 3.1 of Wolff's thesis has misprints): 65 triples exist. A heap is a set of cells with at most one
// successor each; null and the other ends of lists are cells without one.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::prove {

using Relations = std::uint8_t;  // a set; as a fact: one of them holds

inline constexpr Relations kEqual = 1;         // x = y
inline constexpr Relations kNext = 2;          // x ↦ y: y is x's successor
inline constexpr Relations kReaches = 4;       // x ⇢ y: two or more steps
inline constexpr Relations kNextOf = 8;        // x ↤ y
inline constexpr Relations kReachedFrom = 16;  // x ⇠ y
inline constexpr Relations kUnrelated = 32;    // x ⋈ y
inline constexpr Relations kAnyRelation = 63;
inline constexpr Relations kForward = kEqual | kNext | kReaches;         // x gets to y
inline constexpr Relations kBackward = kEqual | kNextOf | kReachedFrom;  // y gets to x

constexpr bool is_single(Relations set) { return set != 0 && (set & (set - 1)) == 0; }

// The same fact seen from the other pointer.
constexpr Relations mirror(Relations set) {
  return static_cast<Relations>((set & (kEqual | kUnrelated)) | ((set & (kNext | kReaches)) << 2) |
                                ((set & (kNextOf | kReachedFrom)) >> 2));
}

struct Triple {
  Relations xz, xy, yz;  // one relation each
  friend constexpr auto operator<=>(const Triple&, const Triple&) = default;
};

// Every triple that some acyclic heap of at most `cells` cells realises, sorted.
std::vector<Triple> realised_triples(int cells);

// compose(a, b): what can hold between x and z if a holds between x and y and b between y and z.
class Composition {
 public:
  static const Composition& table();  // from heaps of five cells
  Relations operator()(Relations xy, Relations yz) const {
    return table_[static_cast<std::size_t>(xy) * 64 + yz];
  }

 private:
  Composition();
  std::array<Relations, std::size_t{64} * 64> table_{};
};

std::string describe(Relations set);  // "{=,↦}"; a single relation without braces

}  // namespace heddle::prove
