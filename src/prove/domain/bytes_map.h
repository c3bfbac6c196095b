// SPDX-License-Identifier: Apache-2.0
// A hash map from packed views to what is known of them.
#pragma once

#include <string>

#include <tsl/robin_map.h>

#include "base/hash.h"

namespace heddle::prove {

struct BytesHash {
  std::size_t operator()(const std::string& bytes) const { return base::hash_bytes(bytes); }
};
template <class Value>
using BytesMap = tsl::robin_map<std::string, Value, BytesHash>;

}  // namespace heddle::prove
