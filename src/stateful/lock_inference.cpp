// SPDX-License-Identifier: Apache-2.0
#include "stateful/lock_inference.h"

#include <algorithm>

#include "cluster/group.h"

namespace heddle::stateful {
namespace {

// Threads as locks; no address looks like this.
Word token(ThreadNumber thread) { return (Word{thread} + 1) << 8 | 4; }

}  // namespace

VariableNumber LockInference::variable(Word key) {
  const auto [entry, is_new] = numbers_.try_emplace(key, static_cast<VariableNumber>(variables_.size()));
  if (is_new) variables_.emplace_back();
  return entry->second;
}

void LockInference::name_locks(Word address, std::span<const Word> held) {
  names_.clear();
  for (const Word lock : held)
    if (!alike_.any() || alike_.is_single(lock) || program::object_of(lock) == program::object_of(address))
      names_.push_back(alike_.any() ? alike_.common(lock) : lock);
}

// An access of a variable with the locks in names_.
bool LockInference::note(Word word, bool writes, ThreadNumber thread, std::vector<VariableNumber>& relied) {
  const VariableNumber number = variable(word);
  Variable& known = variables_[number];
  if (known.unprotected) return false;
  const bool single_thread = alike_.is_single(thread);
  if (!known.known) {
    known.known = true;
    if (single_thread) known.locks.push_back(token(thread));
    for (const Word lock : names_)
      if ((lock & 1) == 0 || !writes) known.locks.push_back(lock & ~Word{1});
  } else {
    std::erase_if(known.locks, [&](Word lock) {
      if (lock == token(thread)) return !single_thread;
      return std::none_of(names_.begin(), names_.end(),
                          [&](Word mine) { return mine == lock || (!writes && mine == (lock | 1)); });
    });
  }
  if (known.locks.empty()) {
    known.unprotected = true;
    shrunk_.push_back(number);
    return false;
  }
  relied.push_back(number);
  return true;
}

// The words of an access; of a synchronisation object that it touches also the one that stands for it.
template <class Visit>
void LockInference::each_word(Word address, std::uint64_t size, const Visit& visit) const {
  const Word end = address + std::max<std::uint64_t>(size, 1);
  constexpr Word kSome = Word{1} << 16;
  for (Word at = address & ~Word{3}; at < end; at += 4) {
    if (size >= kSome && (at & (kSome - 4)) == 0 && is_stopped && is_stopped()) return;
    visit(at);
  }
  for (auto object = objects_.lower_bound(end); object != objects_.begin();) {
    --object;
    if (object->second.end <= address) break;
    if (object->second.life < (address & ~Word{3}) || object->second.life >= end) visit(object->second.life);
  }
}

bool LockInference::access(const program::Machine& machine, ThreadNumber thread, Word address,
                           std::uint64_t size, bool writes, std::span<const Word> held,
                           std::vector<VariableNumber>& relied) {
  if (machine.alone(thread)) return true;
  name_locks(address, held);
  bool all_protected = true;
  each_word(alike_.common(address), size, [&](Word at) {
    if (!note(at, writes, thread, relied)) all_protected = false;
  });
  return all_protected;
}

bool LockInference::use(const program::Machine& machine, ThreadNumber thread, Word address,
                        std::uint64_t size, Word life, bool tells, std::span<const Word> held,
                        std::vector<VariableNumber>& relied) {
  if (machine.alone(thread)) return true;
  name_locks(address, held);
  address = alike_.common(address);
  life = alike_.common(life);
  if (!tells) names_.push_back(address | 2);
  const auto [object, is_new] = objects_.try_emplace(address, Used{address + size, life});
  if (is_new || object->second.end < address + size) {
    object->second.end = address + size;
    adopt(address, object->second);
  }
  return note(life, true, thread, relied);
}

// What touched the rest of an object before it was known to be one counts.
void LockInference::adopt(Word address, Used object) {
  for (Word at = address; at < object.end; at += 4) {
    const auto known = numbers_.find(at);
    if (at == object.life || known == numbers_.end() || !variables_[known->second].known) continue;
    const std::vector<Word> locks = variables_[known->second].locks;
    take_in(variable(object.life), locks);
  }
}

// Accesses were seen that had these locks in common.
void LockInference::take_in(VariableNumber number, std::span<const Word> locks) {
  Variable& all = variables_[number];
  if (!all.known) all.locks.assign(locks.begin(), locks.end());
  all.known = true;
  std::erase_if(all.locks,
                [&](Word lock) { return std::find(locks.begin(), locks.end(), lock) == locks.end(); });
  if (all.locks.empty()) revoke(number);
}

std::string LockInference::learned() const {
  cluster::Packer packer;
  packer << std::uint64_t{objects_.size()};
  for (const auto& [address, object] : objects_) packer << address << object.end << object.life;
  for (const auto& [key, number] : numbers_) {
    const Variable& variable = variables_[number];
    packer << key << variable.known << variable.unprotected << std::uint64_t{variable.locks.size()};
    for (const Word lock : variable.locks) packer << lock;
  }
  return packer.text();
}

void LockInference::learn(std::string_view learned) {
  cluster::Unpacker unpacker(learned);
  std::uint64_t count = 0;
  unpacker >> count;
  std::vector<std::pair<Word, Used>> objects(unpacker.is_good() ? count : 0);
  for (auto& [address, object] : objects) unpacker >> address >> object.end >> object.life;
  while (!unpacker.is_empty() && unpacker.is_good()) {
    Word key = 0;
    bool known = false, unprotected = false;
    unpacker >> key >> known >> unprotected >> count;
    std::vector<Word> locks(unpacker.is_good() ? count : 0);
    for (Word& lock : locks) unpacker >> lock;
    if (known) take_in(variable(key), locks);
    if (unprotected) revoke(variable(key));
  }
  for (const auto& [address, object] : objects) objects_.try_emplace(address, object);
  for (const auto& [address, object] : objects_) adopt(address, object);
}

void LockInference::revoke(VariableNumber number) {
  if (variables_[number].unprotected) return;
  variables_[number].unprotected = true;
  shrunk_.push_back(number);
}

std::vector<VariableNumber> LockInference::newly_unprotected() {
  std::vector<VariableNumber> result;
  result.swap(shrunk_);
  std::sort(result.begin(), result.end());
  return result;
}

bool LockInference::touch(Word address, std::uint64_t size, std::vector<VariableNumber>& relied) {
  bool all = true;
  std::vector<Word> words;
  each_word(address, size, [&](Word at) { words.push_back(at); });
  for (const Word at : words) {
    const VariableNumber number = variable(at);
    if (variables_[number].unprotected)
      all = false;
    else
      relied.push_back(number);
  }
  return all;
}

void LockInference::revoke(Word address, std::uint64_t size) {
  each_word(address, size, [&](Word at) { revoke(variable(at)); });
}

std::vector<Word> LockInference::keys() const {
  std::vector<Word> all(variables_.size());
  for (const auto& [key, number] : numbers_) all[number] = key;
  return all;
}

std::vector<Word> LockInference::settled() const {
  std::vector<Word> all;
  for (const auto& [key, number] : numbers_)
    if (variables_[number].unprotected && std::find(shrunk_.begin(), shrunk_.end(), number) == shrunk_.end())
      all.push_back(key);
  return all;
}

void LockInference::settle(std::span<const Word> keys) {
  std::vector<VariableNumber> told;
  for (const Word key : keys) told.push_back(variable(key));
  std::sort(told.begin(), told.end());
  std::erase_if(shrunk_,
                [&](VariableNumber number) { return std::binary_search(told.begin(), told.end(), number); });
}

std::size_t LockInference::unprotected() const {
  return static_cast<std::size_t>(
      std::count_if(variables_.begin(), variables_.end(), [](const Variable& v) { return v.unprotected; }));
}

DependencySets::Number DependencySets::with(Number set, std::span<const VariableNumber> variables) {
  if (variables.empty()) return set;
  std::vector<VariableNumber> all = sets_[set];
  const std::size_t known = all.size();
  std::vector<VariableNumber> more(variables.begin(), variables.end());
  std::sort(more.begin(), more.end());
  all.insert(all.end(), more.begin(), more.end());
  std::inplace_merge(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(known), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  if (all.size() == known) return set;
  const auto [entry, is_new] = numbers_.try_emplace(all, static_cast<Number>(sets_.size()));
  if (is_new) sets_.push_back(std::move(all));
  return entry->second;
}

bool DependencySets::holds_any(Number set, const std::vector<VariableNumber>& sorted) const {
  const std::vector<VariableNumber>& all = sets_[set];
  return std::any_of(all.begin(), all.end(),
                     [&](VariableNumber v) { return std::binary_search(sorted.begin(), sorted.end(), v); });
}

}  // namespace heddle::stateful
