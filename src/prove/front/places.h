// SPDX-License-Identifier: Apache-2.0
// Which bytes of memory the operations access: of shared variables (globals, and the object that the
// operations are given), of cells, and of the caller's variable for the result.
//
// A place is a range of bytes of one of these. Two accesses are to the same place or to disjoint ones: fields
// that overlap, or a field read with another width, are refused, so a place can be one variable of the
// program that is proved.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "prove/front/llvm.h"

namespace heddle::prove {

// What is outside the language. Thrown inside the translation only; read_statements turns it into an error.
struct Unsupported {
  std::string message;
  int line;
};

int line_of(const llvm::Instruction& instruction);
int line_of(const llvm::Function& function);  // 0: in another file
[[noreturn]] inline void refuse(std::string message, const llvm::Instruction& instruction) {
  throw Unsupported{std::move(message), line_of(instruction)};
}

// Why a variable of a function cannot stay one.
std::string refusal_of(const llvm::AllocaInst& variable);

using PlaceId = int;

struct Place {
  enum class Owner : std::uint8_t { shared, cell, result } owner = Owner::shared;
  const llvm::GlobalVariable* global = nullptr;  // of a shared one; null: the object
  std::int64_t offset = 0;
  std::uint64_t size = 0;
  bool is_lock = false;
  bool is_tagged = false;  // a heddle_tagged: the pointer's bytes; the version's follow
  int line = 0;            // of its first access
  std::uint64_t end() const { return static_cast<std::uint64_t>(offset) + size + (is_tagged ? 8 : 0); }
};

// An address: a place, and for a cell the pointer to it.
struct Address {
  PlaceId place = -1;
  llvm::Value* cell = nullptr;
};

class Places {
 public:
  explicit Places(const llvm::DataLayout& layout) : layout_(layout) {}

  // The parameters that stand for the object and for the caller's variable.
  void declare_object(const llvm::Argument* parameter) { objects_.push_back(parameter); }
  void declare_result(const llvm::Argument* parameter) { result_ = parameter; }
  bool is_parameter(const llvm::Value* value) const;
  bool is_in_lock(const llvm::Value* address, std::uint64_t size) const;  // a shared one

  // The place that this instruction accesses; the same answer every time.
  Address at(llvm::Value* address, std::uint64_t size, const llvm::Instruction& user);
  Address lock_at(llvm::Value* address, std::uint64_t size, const llvm::Instruction& user,
                  bool may_be_in_cell = false);
  Address tagged_at(llvm::Value* address, const llvm::Instruction& user);

  const std::vector<Place>& all() const { return places_; }
  const Place& operator[](PlaceId id) const { return places_[static_cast<std::size_t>(id)]; }
  std::uint64_t cell_bytes() const;  // how far the fields of cells reach
  std::string name(PlaceId id) const;
  // What is there before anything runs; null if it is not known to be anything.
  llvm::Constant* initial(PlaceId id, llvm::Type* type) const;

 private:
  Address find(llvm::Value* address, Place wanted, const llvm::Instruction& user);

  const llvm::DataLayout& layout_;
  std::vector<const llvm::Argument*> objects_;
  const llvm::Argument* result_ = nullptr;
  std::vector<Place> places_;
};

}  // namespace heddle::prove
