// SPDX-License-Identifier: Apache-2.0
#include "prove/front/places.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "prove/front/prepare.h"

namespace heddle::prove {
namespace {

// clang takes a name apart: what the user named with its whole path is a relative name and a directory here.
template <class Place>
bool is_in_file(const Place& place, const std::string& file) {
  namespace fs = std::filesystem;
  if (place.getFilename() == file) return true;
  const auto whole = fs::path(place.getDirectory().str()) / place.getFilename().str();
  std::error_code none;
  return whole.lexically_normal() == fs::absolute(file, none).lexically_normal();
}

}  // namespace

std::string refusal_of(const llvm::AllocaInst& variable) {
  // Clang names types "class.std::lock_guard".
  if (const auto* type = llvm::dyn_cast<llvm::StructType>(variable.getAllocatedType());
      type != nullptr && type->hasName()) {
    const std::string name = type->getName().substr(type->getName().find('.') + 1).str();
    if (name.starts_with("std::") && name.find("__") == std::string::npos)
      return fmt::format("has a local {}, and of such classes `heddle prove` knows none",
                         name.substr(0, name.find('.')));
  }
  return "takes the address of a local variable";
}

int line_of(const llvm::Instruction& instruction) {
  // What was inlined from a header, as std::atomic's functions are, stands where the file itself calls it.
  const llvm::DILocation* place = instruction.getDebugLoc();
  if (place == nullptr) return 0;
  const std::string& file = instruction.getModule()->getSourceFileName();
  while (!is_in_file(*place, file) && place->getInlinedAt() != nullptr) place = place->getInlinedAt();
  return static_cast<int>(place->getLine());
}

int line_of(const llvm::Function& function) {
  const llvm::DISubprogram* place = function.getSubprogram();
  if (place == nullptr || !is_in_file(*place, function.getParent()->getSourceFileName())) return 0;
  return static_cast<int>(place->getLine());
}

bool Places::is_parameter(const llvm::Value* value) const {
  return value == result_ || std::ranges::find(objects_, value) != objects_.end();
}

bool Places::is_in_lock(const llvm::Value* address, std::uint64_t size) const {
  llvm::APInt bytes(64, 0);
  const llvm::Value* base = address->stripAndAccumulateConstantOffsets(layout_, bytes, true);
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(base);
  if (global == nullptr && std::ranges::find(objects_, base) == objects_.end()) return false;
  const std::int64_t begin = bytes.getSExtValue(), end = begin + static_cast<std::int64_t>(size);
  return std::ranges::any_of(places_, [&](const Place& place) {
    return place.is_lock && place.owner == Place::Owner::shared && place.global == global &&
           place.offset <= begin && end <= static_cast<std::int64_t>(place.end());
  });
}

Address Places::find(llvm::Value* address, Place wanted, const llvm::Instruction& user) {
  if (address->getType()->getPointerAddressSpace() != 0) refuse("memory of another address space", user);
  llvm::APInt bytes(64, 0);
  llvm::Value* base = address->stripAndAccumulateConstantOffsets(layout_, bytes, true);
  wanted.offset = bytes.getSExtValue();
  wanted.line = line_of(user);
  Address found;
  if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(base)) {
    if (global->isThreadLocal()) refuse("a variable that every thread has for itself", user);
    if (global->isInterposable()) refuse("a variable that is weak: another file may replace it", user);
    wanted.global = global;
    if (wanted.offset < 0 || wanted.end() > layout_.getTypeAllocSize(global->getValueType()))
      refuse("outside of the variable", user);
  } else if (base == result_) {
    wanted.owner = Place::Owner::result;
    if (wanted.offset != 0) refuse("computes with a pointer", user);
  } else if (std::ranges::find(objects_, base) == objects_.end()) {
    if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(base)) refuse(refusal_of(*variable), user);
    if (llvm::isa<llvm::ConstantPointerNull>(base)) refuse("follows NULL", user);
    if (is_indeterminate(base)) refuse("follows a pointer that was never written", user);
    if (llvm::isa<llvm::GEPOperator>(base)) refuse("computes with a pointer", user);
    if (llvm::isa<llvm::IntrinsicInst>(base)) refuse("a variable that every thread has for itself", user);
    wanted.owner = Place::Owner::cell;
    found.cell = base;
  }
  if (wanted.offset < 0) refuse("computes with a pointer", user);
  if (!wanted.is_lock && static_cast<std::uint64_t>(wanted.offset) % wanted.size != 0)
    refuse("a field that is not aligned is not one access to memory", user);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    Place& place = places_[i];
    if (place.owner != wanted.owner || place.global != wanted.global) continue;
    found.place = static_cast<PlaceId>(i);
    if (place.offset == wanted.offset && place.size == wanted.size && place.is_lock == wanted.is_lock) {
      place.is_tagged |= wanted.is_tagged;
      // What was an access of its own may turn out to be a version.
      for (const Place& other : places_)
        if (&other != &place && other.owner == place.owner && other.global == place.global &&
            other.offset < static_cast<std::int64_t>(place.end()) &&
            static_cast<std::int64_t>(other.end()) > place.offset)
          refuse("a version counter is accessed by itself", user);
      return found;
    }
    if (wanted.offset < static_cast<std::int64_t>(place.end()) &&
        static_cast<std::int64_t>(wanted.end()) > place.offset)
      refuse(place.is_tagged && wanted.offset >= place.offset + 8
                 ? std::string("a version counter is accessed by itself")
             : place.is_lock || wanted.is_lock
                 ? std::string("a lock is accessed by itself")
                 : fmt::format("overlaps with, or has another width than, what line {} accesses", place.line),
             user);
  }
  places_.push_back(wanted);
  found.place = static_cast<PlaceId>(places_.size()) - 1;
  return found;
}

Address Places::at(llvm::Value* address, std::uint64_t size, const llvm::Instruction& user) {
  if (size == 0 || size > 8) refuse("an access to memory of an unusual size", user);
  Place wanted;
  wanted.size = size;
  return find(address, wanted, user);
}

Address Places::lock_at(llvm::Value* address, std::uint64_t size, const llvm::Instruction& user,
                        bool may_be_in_cell) {
  Place wanted;
  wanted.size = size;
  wanted.is_lock = true;
  const Address found = find(address, wanted, user);
  if (found.cell != nullptr && !may_be_in_cell) refuse("locks must be shared variables of their own", user);
  return found;
}

Address Places::tagged_at(llvm::Value* address, const llvm::Instruction& user) {
  Place wanted;
  wanted.size = 8;
  wanted.is_tagged = true;
  return find(address, wanted, user);
}

std::uint64_t Places::cell_bytes() const {
  std::uint64_t most = 0;
  for (const Place& place : places_)
    if (place.owner == Place::Owner::cell) most = std::max(most, place.end());
  return most;
}

std::string Places::name(PlaceId id) const {
  const Place& place = (*this)[id];
  if (place.owner == Place::Owner::result) return "the result";
  if (place.owner == Place::Owner::cell) return fmt::format("field at byte {}", place.offset);
  if (place.global == nullptr) return fmt::format("object+{}", place.offset);
  const std::string name = llvm::demangle(place.global->getName().str());
  return place.offset == 0 ? name : fmt::format("{}+{}", name, place.offset);
}

llvm::Constant* Places::initial(PlaceId id, llvm::Type* type) const {
  const Place& place = (*this)[id];
  if (place.owner != Place::Owner::shared || place.global == nullptr || !place.global->hasInitializer())
    return nullptr;
  return llvm::ConstantFoldLoadFromConst(const_cast<llvm::Constant*>(place.global->getInitializer()), type,
                                         llvm::APInt(64, static_cast<std::uint64_t>(place.offset)), layout_);
}

}  // namespace heddle::prove
