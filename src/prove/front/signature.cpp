// SPDX-License-Identifier: Apache-2.0
#include "prove/front/signature.h"

#include <fmt/format.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#include <llvm/BinaryFormat/Dwarf.h>
#pragma GCC diagnostic pop

namespace heddle::prove {
namespace {

// Without the names and qualifiers that say nothing about values.
const llvm::DIType* plain(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    const auto tag = derived->getTag();
    if (tag != llvm::dwarf::DW_TAG_typedef && tag != llvm::dwarf::DW_TAG_const_type &&
        tag != llvm::dwarf::DW_TAG_volatile_type && tag != llvm::dwarf::DW_TAG_atomic_type)
      break;
    type = derived->getBaseType();
  }
  return type;
}

const llvm::DIType* pointee(const llvm::DIType* type) {
  const auto* pointer = llvm::dyn_cast_or_null<llvm::DIDerivedType>(plain(type));
  const bool is_pointer = pointer != nullptr && (pointer->getTag() == llvm::dwarf::DW_TAG_pointer_type ||
                                                 pointer->getTag() == llvm::dwarf::DW_TAG_reference_type);
  return is_pointer ? pointer->getBaseType() : nullptr;
}

// The types of a function: 0 is what it returns.
const llvm::DIType* type_of(const llvm::Function& function, unsigned index) {
  const llvm::DISubprogram* program = function.getSubprogram();
  if (program == nullptr || program->getType() == nullptr) return nullptr;
  const auto types = program->getType()->getTypeArray();
  return index < types.size() ? types[index] : nullptr;
}

unsigned encoding(const llvm::DIType* type) {
  type = plain(type);
  if (const auto* basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(type)) return basic->getEncoding();
  if (const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
      composite != nullptr && composite->getTag() == llvm::dwarf::DW_TAG_enumeration_type)
    return encoding(composite->getBaseType());
  return 0;
}
bool is_signed(const llvm::DIType* type) {
  return encoding(type) == llvm::dwarf::DW_ATE_signed || encoding(type) == llvm::dwarf::DW_ATE_signed_char;
}
bool is_bool(const llvm::DIType* type) { return encoding(type) == llvm::dwarf::DW_ATE_boolean; }

std::string spelled(const llvm::DIType* type) {
  if (type == nullptr) return "void";
  if (const llvm::DIType* target = pointee(type); target != nullptr && type->getName().empty())
    return spelled(target) + " *";
  if (const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type);
      derived != nullptr && derived->getTag() != llvm::dwarf::DW_TAG_typedef) {
    if (derived->getTag() == llvm::dwarf::DW_TAG_pointer_type) return "void *";
    return spelled(derived->getBaseType());
  }
  if (type->getName().starts_with(
          "heddle_prove_given"))  // registration.cpp's, for a type that the user wrote
    if (const auto* named = llvm::dyn_cast<llvm::DIDerivedType>(type)) return spelled(named->getBaseType());
  if (const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type)) {
    const auto tag = composite->getTag();
    const char* word = tag == llvm::dwarf::DW_TAG_structure_type     ? "struct "
                       : tag == llvm::dwarf::DW_TAG_class_type       ? "class "
                       : tag == llvm::dwarf::DW_TAG_enumeration_type ? "enum "
                                                                     : "union ";
    return word + composite->getName().str();
  }
  return type->getName().str();
}

}  // namespace

std::string name_of(const llvm::Function& function) {
  const llvm::DISubprogram* program = function.getSubprogram();
  return program != nullptr ? program->getName().str() : function.getName().str();
}

std::vector<llvm::Function*> Signature::operations() const {
  return is_set() ? std::vector{in, out, contains} : std::vector{in, out};
}

const llvm::Argument* Signature::key(const llvm::Function& operation) const {
  return operation.getArg(has_object ? 1 : 0);
}

namespace {

std::string read_set_signature(Signature& signature) {
  for (llvm::Function* operation : signature.operations()) {
    const auto misfit = [&] {
      return fmt::format("`{}` must be bool f(int) or bool f(object *, int); the key may be any integer",
                         name_of(*operation));
    };
    if (operation->arg_size() != 1 && operation->arg_size() != 2) return misfit();
    const bool has_object = operation->arg_size() == 2;
    if (operation == signature.in) signature.has_object = has_object;
    if (has_object != signature.has_object ||
        (has_object &&
         (!operation->getArg(0)->getType()->isPointerTy() || operation->getArg(0)->hasByValAttr() ||
          plain(pointee(type_of(*operation, 1))) != plain(pointee(type_of(*signature.in, 1))))))
      return misfit();
    const llvm::Type* key = signature.key(*operation)->getType();
    const llvm::DIType* type = type_of(*operation, has_object ? 2 : 1);
    if (!key->isIntegerTy() || key->getIntegerBitWidth() > 64 || !operation->getReturnType()->isIntegerTy())
      return misfit();
    if (operation == signature.in) {
      signature.value = signature.key(*operation);
      signature.data_bits = key->getIntegerBitWidth();
      signature.data_is_signed = is_signed(type);
      signature.data_type = spelled(type);
    }
    if (key->getIntegerBitWidth() != signature.data_bits || is_signed(type) != signature.data_is_signed ||
        is_bool(type))
      return fmt::format("`{}` and `{}` are not given keys of the same type", name_of(*signature.in),
                         name_of(*operation));
  }
  if (signature.has_object) signature.object_type = spelled(pointee(type_of(*signature.in, 1)));
  if (signature.init != nullptr && (signature.init->arg_size() > (signature.has_object ? 1 : 0) ||
                                    !signature.init->getReturnType()->isVoidTy()))
    return fmt::format("`{}` must be {}", name_of(*signature.init),
                       signature.has_object ? "void f(object *) or void f(void)" : "void f(void)");
  return {};
}

}  // namespace

std::string read_signature(Signature& signature) {
  if (signature.is_set()) return read_set_signature(signature);
  llvm::Function& in = *signature.in;
  llvm::Function& out = *signature.out;
  const auto misfit = [](const llvm::Function& function, const char* wanted) {
    return fmt::format("`{}` must be {}", name_of(function), wanted);
  };
  const char* const wanted_in =
      "void f(int) or void f(object *, int); the data may be any integer or pointer";
  const char* const wanted_out = "int f(void), int f(object *), bool f(int *) or bool f(object *, int *)";
  signature.has_object = in.arg_size() == 2;
  if (in.arg_size() != 1 && in.arg_size() != 2) return misfit(in, wanted_in);
  if (signature.has_object && !in.getArg(0)->getType()->isPointerTy()) return misfit(in, wanted_in);
  signature.value = in.getArg(signature.has_object ? 1 : 0);
  llvm::Type* data = signature.value->getType();
  if (signature.value->hasByValAttr() || (!data->isIntegerTy() && !data->isPointerTy()))
    return misfit(in, wanted_in);
  const llvm::DIType* data_type = type_of(in, signature.value->getArgNo() + 1);
  signature.data_is_pointer = data->isPointerTy();
  signature.data_bits = data->isPointerTy() ? 64 : data->getIntegerBitWidth();
  signature.data_is_signed = is_signed(data_type);
  signature.data_type = spelled(data_type);
  signature.in_returns_bool = is_bool(type_of(in, 0));
  if (!in.getReturnType()->isVoidTy() && !in.getReturnType()->isIntegerTy()) return misfit(in, wanted_in);

  const unsigned objects = signature.has_object ? 1 : 0;
  if (out.arg_size() < objects || out.arg_size() > objects + 1) return misfit(out, wanted_out);
  for (const llvm::Argument& argument : out.args())
    if (!argument.getType()->isPointerTy() || argument.hasStructRetAttr() || argument.hasByValAttr())
      return misfit(out, wanted_out);
  if (out.arg_size() == objects + 1) signature.result = out.getArg(objects);
  signature.out_returns_bool = is_bool(type_of(out, 0));
  if (!out.getReturnType()->isIntegerTy() &&
      !(signature.result == nullptr && signature.data_is_pointer && out.getReturnType()->isPointerTy()))
    return misfit(out, wanted_out);
  // What comes out must be able to say what went in.
  const llvm::DIType* result =
      signature.result != nullptr ? pointee(type_of(out, objects + 1)) : type_of(out, 0);
  if (!signature.data_is_pointer && result != nullptr) {
    const std::uint64_t bits = plain(result) == nullptr ? 0 : plain(result)->getSizeInBits();
    const bool fits = signature.data_is_signed ? is_signed(result) && bits >= signature.data_bits
                      : is_signed(result)      ? bits > signature.data_bits
                                               : bits >= signature.data_bits;
    if (!fits)
      return fmt::format("`{}` takes {} and `{}` gives {}, which cannot say the same values", name_of(in),
                         signature.data_type, name_of(out), spelled(result));
  }
  if (signature.init != nullptr) {
    if (signature.init->arg_size() > objects || !signature.init->getReturnType()->isVoidTy())
      return misfit(*signature.init,
                    signature.has_object ? "void f(object *) or void f(void)" : "void f(void)");
  }
  if (signature.has_object) {
    const llvm::DIType* object = pointee(type_of(in, 1));
    signature.object_type = spelled(object);
    if (plain(object) != plain(pointee(type_of(out, 1))))
      return fmt::format("`{}` and `{}` are not given the same kind of object", name_of(in), name_of(out));
  }
  return {};
}

std::string field_of_object(const Signature& signature, std::int64_t offset) {
  const llvm::DIType* type = plain(pointee(type_of(*signature.in, 1)));
  std::string name;
  auto bits = static_cast<std::uint64_t>(offset) * 8;
  while (const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type)) {
    type = nullptr;
    for (const llvm::DINode* element : composite->getElements()) {
      const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element);
      if (member == nullptr || member->isStaticMember() || member->getOffsetInBits() > bits ||
          bits >= member->getOffsetInBits() + member->getSizeInBits())
        continue;
      if (name.empty() || !composite->getName().starts_with("__atomic")) name = member->getName().str();
      bits -= member->getOffsetInBits();
      type = plain(member->getBaseType());
      break;
    }
    if (const auto* inner = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
        inner != nullptr && inner->getName().starts_with("atomic"))
      break;
  }
  return name;
}

}  // namespace heddle::prove
