// SPDX-License-Identifier: Apache-2.0
// Pointers whose lowest bit is a mark, as Harris's and Michael's lists have them: of a cell's `next` field the bit says
// whether the cell itself is taken out. A *word* is a value of which the bit may be set: what is read from `next`
// fields, `p | 1`, and what is chosen among words. It is followed as a pointer and a flag, and the field as the cell's
// next pointer and its mark, which are read and written in one step.
//
// Where a word is not expected it is refused (`pointer` does), and where it is followed its bit must not be set: that is
// a failure of the program. Cells have even addresses, so the bit of a clean pointer is 0.
#include <utility>

#include "prove/front/translation.h"

namespace heddle::prove {
Tag tag_of(const llvm::Value& value) {
  const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  if (operation == nullptr || !operation->getType()->isIntegerTy(64)) return Tag::none;
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(operation->getOperand(1));
  if (constant == nullptr) return Tag::none;
  if (operation->getOpcode() == llvm::Instruction::Or) return constant->isOne() ? Tag::set : Tag::none;
  if (operation->getOpcode() != llvm::Instruction::And) return Tag::none;
  return constant->isOne() ? Tag::test : constant->getSExtValue() == -2 ? Tag::clear : Tag::none;
}

llvm::Value* without_casts(llvm::Value* value) {
  while (true) {  // clang exchanges pointers as integers
    value = value->stripPointerCasts();
    auto* cast = llvm::dyn_cast<llvm::CastInst>(value);
    if (cast == nullptr || (!llvm::isa<llvm::PtrToIntInst>(cast) && !llvm::isa<llvm::IntToPtrInst>(cast)))
      return value;
    value = cast->getOperand(0);
  }
}

// Which of the operations on bits are on pointers: where the rest says that either side is one. Others compute.
void Translation::find_tags() {
  std::vector<llvm::Instruction*> open = std::exchange(tags_, {});
  for (bool changed = true; changed;) {
    changed = false;
    std::erase_if(open, [&](llvm::Instruction* tag) {
      llvm::Value* from = tag->getOperand(0);
      const bool is_test = tag_of(*tag) == Tag::test;
      if (kinds_.of(from) != ValueKind::pointer && (is_test || kinds_.of(tag) != ValueKind::pointer))
        return false;
      kinds_.is(from, ValueKind::pointer, *tag);
      kinds_.is(tag, is_test ? ValueKind::number : ValueKind::pointer, *tag);
      tags_.push_back(tag);
      return changed = true;
    });
  }
  for (llvm::Instruction* other : open)
    for (llvm::Value* value : {static_cast<llvm::Value*>(other), other->getOperand(0)})
      kinds_.is(value, ValueKind::number, *other);
}

bool Translation::is_word_field(PlaceId place) const {
  return !tags_.empty() && places_[place].owner == Place::Owner::cell &&
         kinds_.of(place) == ValueKind::pointer;
}

void Translation::find_words() {
  if (tags_.empty()) return;
  mark_field_.reset();  // a cell has one mark
  const auto comes_from = [&](llvm::Value* pointer, llvm::Type* type, llvm::Instruction& user) {
    return is_word_field(address(pointer, type, user).place);
  };
  for (llvm::Instruction* one : instructions_) {
    if (!one->getType()->isIntegerTy() && !one->getType()->isPointerTy()) continue;
    if (kinds_.of(one) != ValueKind::pointer) continue;
    bool is_word = tag_of(*one) == Tag::set;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(one))
      is_word = comes_from(load->getPointerOperand(), load->getType(), *load);
    if (auto* swap = llvm::dyn_cast<llvm::AtomicRMWInst>(one))
      is_word = comes_from(swap->getPointerOperand(), swap->getType(), *swap);
    if (auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(one))
      if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(part->getAggregateOperand()))
        is_word =
            comes_from(exchange->getPointerOperand(), exchange->getNewValOperand()->getType(), *exchange);
    if (is_word) words_.insert(one);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (llvm::Instruction* one : instructions_) {
      if (!llvm::isa<llvm::PHINode>(one) && !llvm::isa<llvm::SelectInst>(one) &&
          !llvm::isa<llvm::FreezeInst>(one))
        continue;
      for (llvm::Value* operand : one->operands())
        if (is_word(operand)) changed |= words_.insert(one).second;
    }
  }
}

bool Translation::is_word(llvm::Value* value) const { return words_.contains(without_casts(value)); }

// The cell that the word leads to, whatever its mark.
Variable Translation::cell_of(llvm::Value* word) {
  llvm::Value* value = without_casts(word);
  while (tag_of(*value) == Tag::clear || tag_of(*value) == Tag::set)
    value = without_casts(llvm::cast<llvm::Instruction>(value)->getOperand(0));
  const llvm::Value* before = std::exchange(clean_, value);
  const Variable found = pointer(value);
  clean_ = before;
  return found;
}

int Translation::mark_of(llvm::Value* word) {
  llvm::Value* value = without_casts(word);
  const auto [entry, is_new] = marks_.try_emplace(value, -1);
  if (is_new) entry->second = fresh(name_of(value) + ".mark", LocalKind::flag);
  return entry->second;
}

// What must hold for the word's mark to be this; nothing: it cannot be.
std::optional<std::vector<Op>> Translation::mark_is(llvm::Value* word, bool is_set) {
  const bool is_known = !is_word(word) || tag_of(*without_casts(word)) == Tag::set;
  if (!is_known) return std::vector{ops::flag_is(mark_of(word), is_set)};
  if (is_word(word) != is_set) return std::nullopt;
  return std::vector<Op>();
}

std::vector<Op> Translation::becomes_mark(int flag, llvm::Value* word) {
  if (!is_word(word) || tag_of(*without_casts(word)) == Tag::set) return {ops::set_flag(flag, is_word(word))};
  return {ops::copy_flag(flag, mark_of(word))};
}

// A cell is got to through a pointer whose mark is not set.
void Translation::check_word(llvm::Instruction& instruction, NodeId& at) {
  clean_ = nullptr;
  llvm::Value* pointer = nullptr;
  llvm::Type* type = nullptr;
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    pointer = load->getPointerOperand(), type = load->getType();
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    pointer = store->getPointerOperand(), type = store->getValueOperand()->getType();
  if (auto* swap = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    pointer = swap->getPointerOperand(), type = swap->getType();
  if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    pointer = exchange->getPointerOperand(), type = exchange->getNewValOperand()->getType();
  if (words_.empty() || pointer == nullptr || llvm::isa<llvm::AllocaInst>(pointer->stripInBoundsOffsets()))
    return;
  llvm::Value* cell = address(pointer, type, instruction).cell;
  if (cell == nullptr || !is_word(cell)) return;
  std::vector<Way> ways;
  if (const auto holds = mark_is(cell, false)) ways.push_back({*holds});
  if (const auto holds = mark_is(cell, true))
    ways.push_back(
        {*holds + std::vector{ops::fail(
                      failure(finding::Kind::use_after_free,
                              "follows a pointer whose lowest bit is set, which is no address of a cell"))}});
  step(at, ways, instruction);
  clean_ = without_casts(cell);
}

void Translation::translate_tag(llvm::Instruction& tag, NodeId& at) {
  if (tag_of(tag) != Tag::test || tag.use_empty()) return;  // the others are looked through
  std::vector<Way> ways;
  for (const bool is_set : {false, true})
    if (const auto holds = mark_is(tag.getOperand(0), is_set))
      ways.push_back({*holds + become(&tag, is_set ? 1 : 0)});
  step(at, ways, tag);
}

void Translation::load_word(llvm::LoadInst& load, llvm::Value* cell, NodeId& at) {
  const Variable from = pointer(cell);
  std::vector<Way> ways;
  for (const bool is_set : {false, true})
    ways.push_back({{ops::mark_is(from, is_set), ops::load_next(cell_of(&load), from),
                     ops::set_flag(mark_of(&load), is_set)}});
  step(at, ways, load);
}

void Translation::store_word(llvm::StoreInst& store, llvm::Value* cell, NodeId& at) {
  llvm::Value* value = store.getValueOperand();
  const Variable into = pointer(cell);
  std::vector<Way> ways;
  for (const bool is_set : {false, true})
    if (const auto holds = mark_is(value, is_set))
      ways.push_back(
          {*holds + std::vector{ops::store_mark(into, is_set), ops::store_next(into, cell_of(value))}});
  step(at, ways, store);
}

void Translation::exchange_word(llvm::AtomicCmpXchgInst& exchange, llvm::Value* cell, NodeId& at) {
  llvm::Value* expected = exchange.getCompareOperand();
  llvm::Value* desired = exchange.getNewValOperand();
  const Variable where = pointer(cell);
  const int found = fresh("", LocalKind::pointer);
  const Variable old_value = builder_.program().local_variable(found);
  pairs_[&exchange] = {found, -1};
  const auto yields = [&](bool succeeds, bool mark) {
    std::vector<Op> ops;
    for (llvm::User* user : exchange.users()) {
      auto* part = llvm::cast<llvm::ExtractValueInst>(user);
      if (part->use_empty()) continue;
      if (part->getIndices()[0] == 1)
        ops = ops + become(part, succeeds ? 1 : 0);
      else
        ops.push_back(ops::set_flag(mark_of(part), mark));
    }
    return ops;
  };
  const auto looks = [&](bool mark) {
    return std::vector{ops::mark_is(where, mark), ops::load_next(old_value, where)};
  };
  std::vector<Way> ways;
  for (const bool mark : {false, true}) {
    const auto expects = mark_is(expected, mark);
    for (const bool fresh_mark : {false, true}) {
      const auto wants = mark_is(desired, fresh_mark);
      if (!expects || !wants) continue;
      std::vector<Op> hit =
          *expects + *wants + looks(mark) + std::vector{ops::equal(old_value, cell_of(expected))};
      if (cell_of(desired) != cell_of(expected)) hit.push_back(ops::store_next(where, cell_of(desired)));
      if (fresh_mark != mark) hit.push_back(ops::store_mark(where, fresh_mark));
      ways.push_back({hit + yields(true, mark)});
    }
    // It is another pointer or has another mark; a weak exchange may fail without a reason.
    if (exchange.isWeak()) {
      ways.push_back({looks(mark) + yields(false, mark)});
      continue;
    }
    if (expects)
      ways.push_back({*expects + looks(mark) + std::vector{ops::different(old_value, cell_of(expected))} +
                      yields(false, mark)});
    if (const auto other = mark_is(expected, !mark))
      ways.push_back({*other + looks(mark) + yields(false, mark)});
  }
  step(at, ways, exchange);
}

void Translation::compare_words(llvm::ICmpInst& comparison, NodeId& at) {
  llvm::Value* left = comparison.getOperand(0);
  llvm::Value* right = comparison.getOperand(1);
  const bool wants_equal = comparison.getPredicate() == llvm::CmpInst::ICMP_EQ;
  if (comparison.use_empty()) return;
  std::vector<Way> ways;
  for (const bool first : {false, true})
    for (const bool second : {false, true}) {
      const auto is_first = mark_is(left, first);
      const auto is_second = mark_is(right, second);
      if (!is_first || !is_second) continue;
      const std::vector<Op> holds = *is_first + *is_second;
      if (first != second) {
        ways.push_back({holds + become(&comparison, wants_equal ? 0 : 1)});
        continue;
      }
      ways.push_back({holds + std::vector{ops::equal(cell_of(left), cell_of(right))} +
                      become(&comparison, wants_equal ? 1 : 0)});
      ways.push_back({holds + std::vector{ops::different(cell_of(left), cell_of(right))} +
                      become(&comparison, wants_equal ? 0 : 1)});
    }
  step(at, ways, comparison);
}

}  // namespace heddle::prove
