// SPDX-License-Identifier: Apache-2.0
// How two pointers into a singly linked heap can stand to each other, sets of such relations in a byte, and
// which three relations can hold between three pointers at once.
//
// Distances are one step or more (coarse, the thesis's six relations), or one, exactly two, or more (fine,
// eight): that a tail lags by at most one cell needs the fine ones, most proofs are faster with the coarse
// ones.
//
// The table of consistent triples is computed from every acyclic heap of up to five (fine: seven) cells, not
// written down (Table 3.1 of Wolff's thesis has misprints): 65 triples exist of the coarse ones. A heap is a
// set of cells with at most one successor each; null and the other ends of lists are cells without one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace heddle::prove {

inline constexpr unsigned kRelationCount = 8;
using Relations =  // a set; as a fact: one of them holds
    std::conditional_t<kRelationCount <= 8, std::uint8_t, std::uint16_t>;
inline constexpr std::size_t kRelationSets = std::size_t{1} << kRelationCount;

inline constexpr Relations kEqual = 1;                        // x = y
inline constexpr Relations kNext = 2;                         // x ↦ y: y is x's successor
inline constexpr Relations kReaches = 4;                      // x ⇢ y: more steps
inline constexpr Relations kNextOf = 8;                       // x ↤ y
inline constexpr Relations kReachedFrom = 16;                 // x ⇠ y
inline constexpr Relations kUnrelated = 32;                   // x ⋈ y
inline constexpr Relations kTwo = 64;                         // exactly two steps; only of the fine relations
inline constexpr Relations kTwoOf = 128;                      // the same from the other side
inline constexpr Relations kAhead = kNext | kTwo | kReaches;  // x gets to y by steps
inline constexpr Relations kBehind = kNextOf | kTwoOf | kReachedFrom;  // y gets to x by steps
inline constexpr Relations kForward = kEqual | kAhead;

enum class Distances : std::uint8_t { coarse, fine };
constexpr Relations any_relation(Distances distances) {
  constexpr auto kAll = static_cast<Relations>(kRelationSets - 1);
  return distances == Distances::fine ? kAll : static_cast<Relations>(kAll & ~(kTwo | kTwoOf));
}
// The relation of two pointers that many steps apart, and the least number of steps of a relation.
constexpr Relations ahead(int steps, Distances distances) {
  if (steps == 2 && distances == Distances::fine) return kTwo;
  return steps == 0 ? kEqual : steps == 1 ? kNext : kReaches;
}
constexpr int least_steps(Relations relation, Distances distances) {
  if (relation == kTwo) return 2;
  return relation == kEqual ? 0 : relation == kNext ? 1 : distances == Distances::fine ? 3 : 2;
}

constexpr bool is_single(Relations set) { return set != 0 && (set & (set - 1)) == 0; }

// The same fact seen from the other pointer.
constexpr Relations mirror(Relations set) {
  return static_cast<Relations>((set & (kEqual | kUnrelated)) | ((set & (kNext | kReaches)) << 2) |
                                ((set & (kNextOf | kReachedFrom)) >> 2) | ((set & kTwo) << 1) |
                                ((set & kTwoOf) >> 1));
}

struct Triple {
  Relations xz, xy, yz;  // one relation each
  friend constexpr auto operator<=>(const Triple&, const Triple&) = default;
};

// Every triple that some acyclic heap of at most `cells` cells realises, sorted.
std::vector<Triple> realised_triples(int cells, Distances distances);

// compose(a, b): what can hold between x and z if a holds between x and y and b between y and z.
class Composition {
 public:
  static const Composition& table(Distances distances);
  Relations operator()(Relations xy, Relations yz) const {
    return table_[static_cast<std::size_t>(xy) * kRelationSets + yz];
  }

 private:
  explicit Composition(Distances distances);
  std::array<Relations, kRelationSets * kRelationSets> table_{};
};

std::string describe(Relations set);  // "{=,↦}"; a single relation without braces

}  // namespace heddle::prove
