// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/declarations.h"

#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Object/ObjectFile.h>

namespace heddle::runtime::host {

struct Declarations::File {
  llvm::object::OwningBinary<llvm::object::ObjectFile> object;
  std::unique_ptr<llvm::DWARFContext> context;
};

Declarations::Declarations(const std::string& path) {
  auto object = llvm::object::ObjectFile::createObjectFile(path);
  if (!object) {
    llvm::consumeError(object.takeError());
    return;
  }
  file_ = std::make_unique<File>();
  file_->object = std::move(*object);
  const auto ignore = [](llvm::Error error) { llvm::consumeError(std::move(error)); };
  file_->context = llvm::DWARFContext::create(*file_->object.getBinary(),
                                              llvm::DWARFContext::ProcessDebugRelocations::Process, nullptr,
                                              "", ignore, ignore);
}
Declarations::~Declarations() = default;

namespace {

// The address that the variable's location names; LLVM's own search misses those of gcc's files.
std::optional<std::uint64_t> address_of(const llvm::DWARFDie& variable) {
  const auto location = variable.find(llvm::dwarf::DW_AT_location);
  const auto block = location ? location->getAsBlock() : std::nullopt;
  if (!block || block->empty()) return std::nullopt;
  llvm::DataExtractor bytes(llvm::toStringRef(*block), true, 8);
  std::uint64_t offset = 1;
  switch ((*block)[0]) {
    case llvm::dwarf::DW_OP_addr:
      return block->size() == 9 ? std::optional(bytes.getU64(&offset)) : std::nullopt;
    case llvm::dwarf::DW_OP_addrx: {
      const auto entry = static_cast<std::uint32_t>(bytes.getULEB128(&offset));
      const auto found = variable.getDwarfUnit()->getAddrOffsetSectionItem(entry);
      return found ? std::optional(found->Address) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

// gcc keeps some numbers in the abbreviations, where they count as signed.
std::uint64_t number(const llvm::DWARFDie& die, llvm::dwarf::Attribute attribute) {
  const auto value = die.findRecursively(attribute);
  if (!value) return 0;
  if (const auto given = value->getAsUnsignedConstant()) return *given;
  return static_cast<std::uint64_t>(value->getAsSignedConstant().value_or(0));
}

}  // namespace

std::optional<event::Location> Declarations::of(std::uint64_t variable_address) const {
  if (file_ == nullptr) return std::nullopt;
  for (const auto& unit : file_->context->compile_units()) {
    unit->getUnitDIE(false);
    for (const llvm::DWARFDebugInfoEntry& entry : unit->dies()) {
      const llvm::DWARFDie variable(unit.get(), &entry);
      if (variable.getTag() != llvm::dwarf::DW_TAG_variable || address_of(variable) != variable_address)
        continue;
      event::Location found;
      found.line = static_cast<std::uint32_t>(number(variable, llvm::dwarf::DW_AT_decl_line));
      const auto* files = file_->context->getLineTableForUnit(unit.get());
      const char* directory = unit->getCompilationDir();
      if (found.line == 0 || files == nullptr ||
          !files->getFileNameByIndex(
              number(variable, llvm::dwarf::DW_AT_decl_file), directory != nullptr ? directory : "",
              llvm::DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath, found.file))
        return std::nullopt;
      return found;
    }
  }
  return std::nullopt;
}

}  // namespace heddle::runtime::host
