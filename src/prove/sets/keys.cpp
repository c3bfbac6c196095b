// SPDX-License-Identifier: Apache-2.0
#include "prove/sets/keys.h"

namespace heddle::prove::sets {

const KeyTables kTables = [] {
  KeyTables tables;
  for (Places a = 0; a < 32; ++a)
    for (Places b = 0; b < 32; ++b) {
      tables.orders[a][b] = static_cast<std::uint8_t>(slow::orders(a, b));
      for (int ways = 0; ways < 8; ++ways)
        tables.narrowed[a][b][static_cast<std::size_t>(ways)] = slow::narrowed(a, b, ways);
      for (const Places v : {kBelow, kEqualKey, kAbove}) {
        tables.through[side(v)][a][b] = slow::through(a, b, v);
        tables.back[side(v)][a][b] = slow::back_through(a, b, v);
      }
    }
  return tables;
}();

}  // namespace heddle::prove::sets
