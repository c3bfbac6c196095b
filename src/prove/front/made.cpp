// SPDX-License-Identifier: Apache-2.0
#include "prove/front/made.h"

#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "prove/front/known_calls.h"
#include "prove/front/signature.h"

namespace heddle::prove {
namespace {

using Bytes = std::set<std::pair<PlaceId, std::int64_t>>;  // certainly written

struct Access {
  const llvm::Value* address = nullptr;
  std::uint64_t size = 0;
  bool writes = false;  // all of it, and reads none of it before
  bool makes = false;   // a lock
};

std::optional<Access> access_of(const llvm::Instruction& instruction, const llvm::DataLayout& layout) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return Access{load->getPointerOperand(), layout.getTypeStoreSize(load->getType())};
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return Access{store->getPointerOperand(), layout.getTypeStoreSize(store->getValueOperand()->getType()),
                  true};
  if (const auto* swap = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return Access{swap->getPointerOperand(), layout.getTypeStoreSize(swap->getType())};
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return Access{exchange->getPointerOperand(),
                  layout.getTypeStoreSize(exchange->getCompareOperand()->getType())};
  if (const auto* set = llvm::dyn_cast<llvm::MemSetInst>(&instruction)) {
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(set->getLength());
    return Access{set->getRawDest(), length == nullptr ? 0 : length->getZExtValue(), true};
  }
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr) return {};
  const KnownCall known = known_call(*call);
  if (known.lock_bytes != 0) {
    const bool makes = known.what == Call::make_lock;
    return Access{call->getArgOperand(0), known.lock_bytes, makes, makes};
  }
  const bool sets = known.what == Call::tagged_set;
  if (sets || known.what == Call::tagged_load || known.what == Call::tagged_cas ||
      known.what == Call::tagged_same)
    return Access{call->getArgOperand(0), 16, sets};
  return {};
}

class Making {
 public:
  Making(const llvm::Function& initial, const llvm::Argument* object, const Places& places,
         const std::vector<ToMake>& needed)
      : initial_(initial), object_(object), places_(places), needed_(needed) {}

  // What is certainly written when a block begins: less and less, until nothing changes. Then it is looked at.
  void run() {
    std::map<const llvm::BasicBlock*, Bytes> at = {{&initial_.getEntryBlock(), {}}};
    std::vector<const llvm::BasicBlock*> open = {&initial_.getEntryBlock()};
    while (!open.empty()) {
      const llvm::BasicBlock* block = open.back();
      open.pop_back();
      Bytes after = at.at(block);
      for (const llvm::Instruction& instruction : *block) take(instruction, after, false);
      for (const llvm::BasicBlock* next : llvm::successors(block)) {
        const auto [entry, is_new] = at.try_emplace(next, after);
        const auto gone =
            std::erase_if(entry->second, [&](const auto& byte) { return !after.contains(byte); });
        if (is_new || gone != 0) open.push_back(next);
      }
    }
    for (const llvm::BasicBlock& block : initial_)
      if (const auto entry = at.find(&block); entry != at.end())
        for (const llvm::Instruction& instruction : block) take(instruction, entry->second, true);
  }

 private:
  void take(const llvm::Instruction& instruction, Bytes& written, bool looks) const {
    if (llvm::isa<llvm::ReturnInst>(instruction) && looks)
      for (const ToMake& one : needed_)
        if (!is_made(one, written)) refuse_left(one);
    const llvm::DataLayout& layout = initial_.getParent()->getDataLayout();
    const std::optional<Access> access = access_of(instruction, layout);
    if (!access) return;
    llvm::APInt offset(64, 0);
    const llvm::Value* base = access->address->stripAndAccumulateConstantOffsets(layout, offset, true);
    const std::int64_t begin = offset.getSExtValue(), end = begin + static_cast<std::int64_t>(access->size);
    for (const ToMake& one : needed_) {
      const Place& place = places_[one.place];
      const llvm::Value* owner =
          place.global != nullptr ? static_cast<const llvm::Value*>(place.global) : object_;
      if (base != owner || begin >= static_cast<std::int64_t>(place.end()) || end <= place.offset) continue;
      if (!access->writes && looks && !is_made(one, written))
        refuse(fmt::format("reads `{}` before it is written", one.name), instruction);
      if (!access->writes || (one.by_call && !access->makes)) continue;
      for (std::int64_t byte = begin; byte < end; ++byte) written.emplace(one.place, byte);
    }
  }

  bool is_made(const ToMake& one, const Bytes& written) const {
    const Place& place = places_[one.place];
    for (std::int64_t byte = place.offset; byte < static_cast<std::int64_t>(place.end()); ++byte)
      if (!written.contains({one.place, byte})) return false;
    return true;
  }

  [[noreturn]] void refuse_left(const ToMake& one) const {
    const Place& place = places_[one.place];
    if (place.is_lock)
      throw Unsupported{fmt::format("the initial function does not always make the lock `{}`", one.name),
                        place.line};
    throw Unsupported{
        fmt::format("the initial function does not always write `{}`, which can then be anything", one.name),
        place.line};
  }

  const llvm::Function& initial_;
  const llvm::Argument* object_;
  const Places& places_;
  const std::vector<ToMake>& needed_;
};

}  // namespace

void refuse_unmade(const llvm::Function* initial, const llvm::Argument* object, const Places& places,
                   const std::vector<ToMake>& needed) {
  if (initial != nullptr) return Making(*initial, object, places, needed).run();
  for (const ToMake& one : needed)
    throw Unsupported{fmt::format("lock `{}` is never made; do it in the function of HEDDLE_INIT", one.name),
                      places[one.place].line};
}

}  // namespace heddle::prove
