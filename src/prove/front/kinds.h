// SPDX-License-Identifier: Apache-2.0
// What the values of the operations are: pointers to cells, data, versions, or numbers.
//
// Found by unification: a value has the kind of the places it is read from and written to, of what it is
// compared with and of what flows into it. Parameters, results and what is followed or freed say where it
// starts. Data may only be moved (data independence), so nothing is both data and a number; numbers are
// all that is computed with, and the only thing that may be approximated (numbers.h).
#pragma once

#include <map>
#include <vector>

#include "prove/front/places.h"

namespace heddle::prove {

enum class ValueKind : std::uint8_t { unknown, pointer, data, age, number };

class Kinds {
 public:
  void is(const llvm::Value* value, ValueKind kind, const llvm::Instruction& user);
  void is(PlaceId place, ValueKind kind, const llvm::Instruction& user);
  void same(const llvm::Value* a, const llvm::Value* b, const llvm::Instruction& user);
  void same(const llvm::Value* a, PlaceId b, const llvm::Instruction& user);

  // Where nothing tells: a pointer is one to a cell, an integer is a number.
  ValueKind of(const llvm::Value* value) const;
  ValueKind of(PlaceId place) const;

 private:
  struct Element {
    int parent = -1;
    ValueKind kind = ValueKind::unknown;
    bool has_pointer = false;  // something of this kind has a pointer's type
  };
  int element(const llvm::Value* value);
  int element(PlaceId place);
  int root(int element) const;
  ValueKind kind_of(int element) const;
  void set(int element, ValueKind kind, const llvm::Instruction& user);
  void unite(int a, int b, const llvm::Instruction& user);

  std::vector<Element> elements_;
  std::map<const llvm::Value*, int> of_values_;
  std::map<PlaceId, int> of_places_;
};

}  // namespace heddle::prove
