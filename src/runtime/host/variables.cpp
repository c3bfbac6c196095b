// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/variables.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/DebugInfo/DWARF/DWARFDebugFrame.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Object/ObjectFile.h>

#include "runtime/host/debug_types.h"

namespace heddle::runtime::host {
namespace {

using llvm::DWARFDie;
namespace dwarf = llvm::dwarf;

// What a simple location expression says; LLVM's own search misses variables of gcc's files.
struct Place {
  enum class Kind : std::uint8_t { none, address, thread_local_, frame, frame_pointer, stack_pointer };
  Kind kind = Kind::none;
  std::uint64_t value = 0;  // an address or, signed, an offset
};

Place place_in(llvm::ArrayRef<std::uint8_t> block, llvm::DWARFUnit& unit) {
  if (block.empty()) return {};
  llvm::DataExtractor bytes(llvm::toStringRef(block), true, 8);
  std::uint64_t at = 1;
  Place place{Place::Kind::address, 0};
  // What follows makes something else of it: the address as the value of a pointer that stands nowhere.
  const auto from = [&](Place::Kind base) {
    const auto offset = static_cast<std::uint64_t>(bytes.getSLEB128(&at));
    return at == block.size() ? Place{base, offset} : Place{};
  };
  switch (block[0]) {
    case dwarf::DW_OP_addr:
    case dwarf::DW_OP_const8u:
      place.value = bytes.getU64(&at);
      break;
    case dwarf::DW_OP_const4u:
      place.value = bytes.getU32(&at);
      break;
    case dwarf::DW_OP_addrx:
    case dwarf::DW_OP_constx:
    case dwarf::DW_OP_GNU_addr_index:
    case dwarf::DW_OP_GNU_const_index: {
      const auto found = unit.getAddrOffsetSectionItem(static_cast<std::uint32_t>(bytes.getULEB128(&at)));
      if (!found) return {};
      place.value = found->Address;
      break;
    }
    case dwarf::DW_OP_fbreg:
      return from(Place::Kind::frame);
    case dwarf::DW_OP_breg6:
      return from(Place::Kind::frame_pointer);
    case dwarf::DW_OP_breg7:
      return from(Place::Kind::stack_pointer);
    default:
      return {};
  }
  if (at == block.size())
    return block[0] == dwarf::DW_OP_addr || block[0] == dwarf::DW_OP_addrx ? place : Place{};
  if (at + 1 == block.size() &&
      (block[at] == dwarf::DW_OP_form_tls_address || block[at] == dwarf::DW_OP_GNU_push_tls_address))
    return {Place::Kind::thread_local_, place.value};
  return {};
}

// Of a list of places the ones in memory: optimised code keeps a variable whose address is taken in one.
std::vector<Place> places_of(const DWARFDie& variable) {
  std::vector<Place> places;
  if (const auto location = variable.find(dwarf::DW_AT_location)) {
    if (const auto block = location->getAsBlock()) {
      places.push_back(place_in(*block, *variable.getDwarfUnit()));
      return places;
    }
    auto list = variable.getLocations(dwarf::DW_AT_location);
    if (!list) {
      llvm::consumeError(list.takeError());
      return places;
    }
    for (const llvm::DWARFLocationExpression& each : *list)
      places.push_back(place_in(each.Expr, *variable.getDwarfUnit()));
  }
  return places;
}

struct Function {
  std::uint64_t low = 0, high = 0;
  DWARFDie die;
};
struct Static {
  std::uint64_t address = 0, size = 0;
  DWARFDie die;
};

bool is_local(const DWARFDie& variable) {
  for (DWARFDie scope = variable.getParent(); scope.isValid(); scope = scope.getParent())
    if (scope.getTag() == dwarf::DW_TAG_subprogram) return true;
  return false;
}

std::string name_of(const DWARFDie& variable) {
  const std::string name = qualified_name(variable);
  return name.starts_with("__") && variable.getTag() == dwarf::DW_TAG_formal_parameter ? "" : name;
}

}  // namespace

struct Variables::File {
  llvm::object::OwningBinary<llvm::object::ObjectFile> object;
  std::unique_ptr<llvm::DWARFContext> context;
  std::unique_ptr<FullTypes> full_types;
  bool is_read = false;
  std::vector<Function> functions;
  std::vector<Static> globals, thread_locals;
  std::map<std::string, DWARFDie> types;
  std::map<std::pair<std::uint64_t, std::int64_t>, std::optional<Variable>>
      locals;  // by instruction and offset
  std::uint64_t thread_local_bytes = 0;

  void read();
  void read_types();
  const Function* function_at(std::uint64_t pc) const;
  std::optional<Variable> find_local(std::uint64_t pc, std::int64_t offset);
  event::Location declared(const DWARFDie& variable) const;
  std::int64_t frame_base(const Function& function) const;  // from its canonical frame address
  const Static* global_at(std::uint64_t address) const;
  DWARFDie type_with_declaration(const DWARFDie& die) const;
  Variable variable(const DWARFDie& die, std::uint64_t offset) const;
  // Its own first, then those of what is inlined into it, which may stand for parts of them.
  template <class Visit>
  bool for_locals(const DWARFDie& scope, Visit visit) const {
    return for_locals(scope, false, visit) || for_locals(scope, true, visit);
  }
  template <class Visit>
  bool for_locals(const DWARFDie& scope, bool inlined, Visit visit) const;
};

Variables::Variables(const std::string& path) {
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
  file_->full_types = std::make_unique<FullTypes>(*file_->context);
}
Variables::~Variables() = default;

// Before the variables, whose sizes they are.
void Variables::File::read_types() {
  for (const auto& unit : context->normal_units()) {
    unit->getUnitDIE(false);
    for (const llvm::DWARFDebugInfoEntry& entry : unit->dies()) {
      const DWARFDie die(unit.get(), &entry);
      const auto tag = die.getTag();
      const bool is_type = tag == dwarf::DW_TAG_structure_type || tag == dwarf::DW_TAG_class_type ||
                           tag == dwarf::DW_TAG_union_type || tag == dwarf::DW_TAG_typedef ||
                           tag == dwarf::DW_TAG_base_type || tag == dwarf::DW_TAG_enumeration_type;
      if (!is_type || die.find(dwarf::DW_AT_declaration) || die.getShortName() == nullptr) continue;
      types.try_emplace(die.getShortName(), die);
      types.try_emplace(qualified_name(die), die);
      full_types->add(die);
    }
  }
}

void Variables::File::read() {
  if (is_read) return;
  is_read = true;
  if (const auto* elf = llvm::dyn_cast<llvm::object::ELF64LEObjectFile>(object.getBinary())) {
    auto headers = elf->getELFFile().program_headers();
    if (headers) {
      for (const auto& header : *headers)
        if (header.p_type == llvm::ELF::PT_TLS) {
          const std::uint64_t align = std::max<std::uint64_t>(header.p_align, 1);
          thread_local_bytes = (header.p_memsz + align - 1) / align * align;
        }
    } else {
      llvm::consumeError(headers.takeError());
    }
  }
  read_types();
  for (const auto& unit : context->compile_units()) {
    for (const llvm::DWARFDebugInfoEntry& entry : unit->dies()) {
      const DWARFDie die(unit.get(), &entry);
      switch (die.getTag()) {
        case dwarf::DW_TAG_variable:
          for (const Place& place : places_of(die)) {
            const std::uint64_t size =
                std::max<std::uint64_t>(size_of(type_with_declaration(die)).value_or(0), 1);
            if (place.kind == Place::Kind::address) globals.push_back({place.value, size, die});
            if (place.kind == Place::Kind::thread_local_) thread_locals.push_back({place.value, size, die});
          }
          break;
        case dwarf::DW_TAG_subprogram:
          if (auto ranges = die.getAddressRanges())
            for (const llvm::DWARFAddressRange& range : *ranges)
              if (range.LowPC < range.HighPC) functions.push_back({range.LowPC, range.HighPC, die});
          break;
        default:
          break;
      }
    }
  }
  // Where optimised code finds a local variable's value in a global, the global is what stands there: it comes last.
  const auto by_address = [](const Static& a, const Static& b) {
    return a.address != b.address ? a.address < b.address : is_local(a.die) && !is_local(b.die);
  };
  std::sort(globals.begin(), globals.end(), by_address);
  std::sort(thread_locals.begin(), thread_locals.end(), by_address);
  std::sort(functions.begin(), functions.end(),
            [](const Function& a, const Function& b) { return a.low < b.low; });
}

const Function* Variables::File::function_at(std::uint64_t pc) const {
  auto after = std::upper_bound(functions.begin(), functions.end(), pc,
                                [](std::uint64_t at, const Function& function) { return at < function.low; });
  if (after == functions.begin()) return nullptr;
  --after;
  return pc < after->high ? &*after : nullptr;
}

event::Location Variables::File::declared(const DWARFDie& variable) const {
  event::Location found;
  found.line = static_cast<std::uint32_t>(number_of(variable, dwarf::DW_AT_decl_line));
  auto* unit = variable.getDwarfUnit();
  const auto* files = context->getLineTableForUnit(unit);
  const char* directory = unit->getCompilationDir();
  if (found.line == 0 || files == nullptr ||
      !files->getFileNameByIndex(number_of(variable, dwarf::DW_AT_decl_file),
                                 directory != nullptr ? directory : "",
                                 llvm::DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath, found.file))
    return {};
  return found;
}

std::int64_t Variables::File::frame_base(const Function& function) const {
  const auto attribute = function.die.find(dwarf::DW_AT_frame_base);
  const auto block = attribute ? attribute->getAsBlock() : std::nullopt;
  if (!block || block->empty()) return 0;
  constexpr std::int64_t kSaved = -16;  // the return address and the caller's frame pointer
  switch ((*block)[0]) {
    case dwarf::DW_OP_reg6:
    case dwarf::DW_OP_breg6:
      return kSaved;
    case dwarf::DW_OP_reg7: {
      // The stack pointer, which stands still behind the prologue: as far down as the unwinding table says.
      auto frames = context->getEHFrame();
      if (!frames) {
        llvm::consumeError(frames.takeError());
        return 0;
      }
      const llvm::dwarf::FDE* entry = nullptr;
      for (const auto& each : (*frames)->entries()) {
        const auto* described = llvm::dyn_cast<llvm::dwarf::FDE>(&each);
        if (described != nullptr && described->getInitialLocation() == function.low) entry = described;
      }
      if (entry == nullptr) return 0;
      auto table = llvm::dwarf::UnwindTable::create(entry);
      if (!table) {
        llvm::consumeError(table.takeError());
        return 0;
      }
      std::int64_t deepest = 0;
      for (const llvm::dwarf::UnwindRow& row : *table)
        if (row.getCFAValue().getLocation() == llvm::dwarf::UnwindLocation::RegPlusOffset &&
            row.getCFAValue().getRegister() == 7)
          deepest = std::max<std::int64_t>(deepest, row.getCFAValue().getOffset());
      return -deepest;
    }
    default:
      return 0;  // the canonical frame address itself
  }
}

// A definition outside of its class has its type with the declaration.
DWARFDie Variables::File::type_with_declaration(const DWARFDie& die) const {
  DWARFDie type = type_of(die);
  for (const auto attribute : {dwarf::DW_AT_specification, dwarf::DW_AT_abstract_origin})
    if (!type.isValid())
      if (const DWARFDie other = die.getAttributeValueAsReferencedDie(attribute); other.isValid())
        type = type_of(other);
  return type;
}

Variable Variables::File::variable(const DWARFDie& die, std::uint64_t offset) const {
  Variable found;
  found.whole_type = type_with_declaration(die);
  found.within = offset;
  const Part part = part_at(found.whole_type, offset);
  found.whole = name_of(die);
  found.name = found.whole + part.suffix;
  found.declared = declared(die);
  found.type = part.type;
  found.offset = part.offset;
  return found;
}

const Static* Variables::File::global_at(std::uint64_t address) const {
  auto after = std::upper_bound(globals.begin(), globals.end(), address,
                                [](std::uint64_t at, const Static& each) { return at < each.address; });
  while (after != globals.begin()) {
    --after;
    if (address < after->address + after->size && !name_of(after->die).empty()) return &*after;
    if (address - after->address > (std::uint64_t{1} << 30)) break;
  }
  return nullptr;
}

std::optional<Variable> Variables::global(std::uint64_t address) {
  if (file_ == nullptr) return std::nullopt;
  file_->read();
  const Static* at = file_->global_at(address);
  if (at == nullptr) return std::nullopt;
  Variable found = file_->variable(at->die, address - at->address);
  // Of a static variable in a function.
  for (DWARFDie scope = at->die.getParent(); scope.isValid(); scope = scope.getParent())
    if (scope.getTag() == dwarf::DW_TAG_subprogram) found.declared.function = qualified_name(scope);
  return found;
}

std::optional<Variable> Variables::thread_local_at(std::uint64_t below) {
  if (file_ == nullptr) return std::nullopt;
  file_->read();
  if (below > file_->thread_local_bytes) return std::nullopt;
  const std::uint64_t offset = file_->thread_local_bytes - below;
  for (const Static& each : file_->thread_locals)
    if (offset >= each.address && offset < each.address + each.size)
      return file_->variable(each.die, offset - each.address);
  return std::nullopt;
}

template <class Visit>
bool Variables::File::for_locals(const DWARFDie& scope, bool inlined, Visit visit) const {
  for (const DWARFDie& child : scope.children()) {
    switch (child.getTag()) {
      case dwarf::DW_TAG_variable:
      case dwarf::DW_TAG_formal_parameter:
        if (visit(child)) return true;
        break;
      case dwarf::DW_TAG_lexical_block:
        if (for_locals(child, inlined, visit)) return true;
        break;
      case dwarf::DW_TAG_inlined_subroutine:
        if (inlined && for_locals(child, inlined, visit)) return true;
        break;
      default:
        break;
    }
  }
  return false;
}

namespace {

// The function whose source a local variable stands in: one that was inlined there, or `whole`.
DWARFDie written_in(const DWARFDie& variable, const DWARFDie& whole) {
  for (DWARFDie scope = variable.getParent(); scope.isValid() && scope != whole; scope = scope.getParent())
    if (scope.getTag() == dwarf::DW_TAG_inlined_subroutine)
      if (const DWARFDie origin = scope.getAttributeValueAsReferencedDie(dwarf::DW_AT_abstract_origin);
          origin.isValid())
        return origin;
  return whole;
}

}  // namespace

std::optional<Variable> Variables::local(std::uint64_t pc, std::int64_t offset) {
  if (file_ == nullptr) return std::nullopt;
  const auto [known, is_new] = file_->locals.try_emplace({pc, offset});  // a recording asks again and again
  if (is_new) known->second = file_->find_local(pc, offset);
  return known->second;
}

std::optional<Variable> Variables::File::find_local(std::uint64_t pc, std::int64_t offset) {
  read();
  const Function* function = function_at(pc);
  if (function == nullptr) return std::nullopt;
  const std::int64_t base = frame_base(*function);
  constexpr std::int64_t kSaved = -16;
  std::optional<Variable> found;
  for_locals(function->die, [&](const DWARFDie& die) {
    const std::uint64_t size = size_of(type_with_declaration(die)).value_or(0);
    for (const Place& place : places_of(die)) {
      const bool from_saved = place.kind == Place::Kind::frame_pointer;
      const bool from_base =
          place.kind == Place::Kind::frame || (place.kind == Place::Kind::stack_pointer && base < kSaved);
      if (!from_saved && !from_base) continue;
      const std::int64_t start = static_cast<std::int64_t>(place.value) + (from_saved ? kSaved : base);
      if (offset < start || offset >= start + static_cast<std::int64_t>(size)) continue;
      Variable here = variable(die, static_cast<std::uint64_t>(offset - start));
      if (here.whole.empty()) continue;
      here.declared.function = qualified_name(written_in(die, function->die));
      found = std::move(here);
      return true;
    }
    return false;
  });
  return found;
}

std::optional<Variable> Variables::named(std::uint64_t pc, const std::string& name) {
  if (file_ == nullptr) return std::nullopt;
  file_->read();
  const Function* function = file_->function_at(pc);
  if (function == nullptr) return std::nullopt;
  std::optional<Variable> found;
  file_->for_locals(function->die, [&](const DWARFDie& die) {
    if (name_of(die) != name) return false;
    found = file_->variable(die, 0);
    return true;
  });
  return found;
}

std::uint64_t Variables::call_target(std::uint64_t return_address) const {
  if (file_ == nullptr) return 0;
  for (const llvm::object::SectionRef& section : file_->object.getBinary()->sections()) {
    constexpr std::uint64_t kCall = 5;  // e8 and four bytes
    const std::uint64_t low = section.getAddress();
    if (!section.isText() || return_address < low + kCall || return_address > low + section.getSize())
      continue;
    auto contents = section.getContents();
    if (!contents) {
      llvm::consumeError(contents.takeError());
      return 0;
    }
    const auto* at =
        reinterpret_cast<const unsigned char*>(contents->data()) + (return_address - low - kCall);
    if (at[0] != 0xe8) return 0;
    std::int32_t distance = 0;
    std::memcpy(&distance, at + 1, sizeof distance);
    return return_address + static_cast<std::uint64_t>(static_cast<std::int64_t>(distance));
  }
  return 0;
}

std::uint64_t Variables::function_named(const std::string& name) {
  if (file_ == nullptr) return 0;
  file_->read();
  for (const Function& function : file_->functions)
    if (qualified_name(function.die) == name) return function.low;
  return 0;
}

std::vector<event::Location> Variables::code(std::uint64_t pc) {
  std::vector<event::Location> frames;
  if (file_ == nullptr) return frames;
  const llvm::DILineInfoSpecifier wanted(llvm::DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath,
                                         llvm::DILineInfoSpecifier::FunctionNameKind::LinkageName);
  const llvm::DIInliningInfo found = file_->context->getInliningInfoForAddress({pc}, wanted);
  for (std::uint32_t i = 0; i < found.getNumberOfFrames(); ++i)
    if (const llvm::DILineInfo& frame = found.getFrame(i); frame.FileName != llvm::DILineInfo::BadString)
      frames.push_back({.file = frame.FileName, .line = frame.Line, .function = frame.FunctionName});
  return frames;
}

bool Variables::has_global(const std::string& name) {
  if (file_ == nullptr) return false;
  file_->read();
  return std::any_of(file_->globals.begin(), file_->globals.end(), [&](const Static& each) {
    if (is_local(each.die)) return false;
    const std::string known = name_of(each.die);
    return known == name || known.ends_with("::" + name);
  });
}

bool Variables::has_function(std::uint64_t pc) {
  if (file_ == nullptr) return false;
  file_->read();
  return file_->function_at(pc) != nullptr;
}

DWARFDie Variables::type_named(const std::string& name) {
  if (file_ == nullptr) return {};
  file_->read();
  const auto found = file_->types.find(name);
  return found != file_->types.end() ? found->second : DWARFDie();
}

}  // namespace heddle::runtime::host
