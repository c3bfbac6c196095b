// SPDX-License-Identifier: Apache-2.0
// Where the variables of a heap program are in the compiled one, and how its operations are called: what is needed to
// run both side by side (beside/record.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::prove {

struct NativeVariable {
  std::string symbol;  // empty: of the object
  std::int64_t offset = 0;
  std::uint64_t size = 0;
  int rank = 0;  // where one instruction accesses several, the translated program does it in this order
};
struct NativeField {
  std::int64_t offset = 0;
  std::uint64_t size = 0;
  int rank = 0;
};

struct NativeLayout {
  std::vector<NativeVariable> shared;  // of shared variable i + 1
  std::vector<NativeVariable> locks;
  std::vector<bool> is_library_lock;  // else the program's own number
  std::optional<NativeField> next, data, mark, lock;
  bool mark_is_in_next = false;  // its lowest bit
  std::uint64_t cell_size = 0;

  std::string table;  // of the operations
  bool has_init = false;
  bool init_takes_object = false;
  bool has_object = false;
  unsigned data_bits = 0;
  bool data_is_signed = false;
  unsigned result_bits = 0;       // of what `out`, or an operation of a set, returns
  std::uint64_t out_bytes = 0;    // of the caller's variable; 0: there is none
  bool negative_is_none = false;  // what `out` returns then; else false
  std::int64_t empty_value = 0;
};

}  // namespace heddle::prove
