// SPDX-License-Identifier: Apache-2.0
// With which types a place is accessed, as C means it: what is stored as a pointer and read as an integer, or stored as a
// `long` and read as a `long long`, need not be what was stored, since a compiler may take the two to be different
// memory. Clang writes down what it will rely on (the metadata "tbaa"): a tag says which type is accessed, and in which
// structure at which byte. Two tags fit if one type contains the other, as characters are contained in all. Where there is
// no tag (-fno-strict-aliasing) clang relies on nothing.
#pragma once

#include <map>

#include "prove/front/places.h"

namespace heddle::prove {

class AccessTypes {
 public:
  void refuse_other(PlaceId place, const llvm::Type* type, const llvm::Instruction& user);

 private:
  struct First {
    bool is_pointer = false;
    int line = 0;
    const llvm::MDNode* tag = nullptr;
    int tag_line = 0;
  };
  std::map<PlaceId, First> first_;  // of the accesses that are not atomic
};

}  // namespace heddle::prove
