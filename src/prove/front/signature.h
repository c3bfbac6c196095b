// SPDX-License-Identifier: Apache-2.0
// How the operations are called. T is an integer or a pointer, the data:
//   in    void f(T) · void f(object *, T); it may also return whether it succeeded
//   out   T f(void) · T f(object *), where one constant stands for "empty"
//         bool f(T *out) · bool f(object *, T *out), which returns whether there was one
//   init  void f(void) · void f(object *)
// Of a set, insert, remove and contains are all: bool f(T) · bool f(object *, T), and T is an integer.
// A member function of C++ has its object as the first parameter.
#pragma once

#include <cstdint>
#include <string>

#include "prove/front/llvm.h"

namespace heddle::prove {

struct Signature {
  llvm::Function* in = nullptr;
  llvm::Function* out = nullptr;
  llvm::Function* contains = nullptr;  // of a set, whose insert is `in` and whose remove is `out`
  llvm::Function* init = nullptr;      // may be null
  const llvm::Argument* value = nullptr;
  const llvm::Argument* result = nullptr;  // where `out` leaves what it found; null: it returns it
  bool has_object = false;
  unsigned data_bits = 0;
  bool data_is_signed = false;
  bool data_is_pointer = false;
  bool out_returns_bool = false;
  bool in_returns_bool = false;
  std::string object_type;  // as C or C++ names it
  std::string data_type;

  bool is_set() const { return contains != nullptr; }
  std::vector<llvm::Function*> operations() const;
  const llvm::Argument* key(const llvm::Function& operation) const;  // of an operation of a set
};

// Empty, or why it is not one of those above.
std::string read_signature(Signature& signature);

// As a person writes it.
std::string name_of(const llvm::Function& function);
// Of the field of the object at that offset; empty if it is not known.
std::string field_of_object(const Signature& signature, std::int64_t offset);

}  // namespace heddle::prove
