// SPDX-License-Identifier: Apache-2.0
#include "stateful/lock_inference.h"

#include <algorithm>

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
  for (Word at = address & ~Word{3}; at < end; at += 4) visit(at);
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
  if (is_new) {  // what touched the rest of it before counts
    const VariableNumber of_life = variable(life);
    for (Word at = address; at < address + size; at += 4) {
      const auto known = numbers_.find(at);
      if (at == life || known == numbers_.end() || !variables_[known->second].known) continue;
      const Variable& other = variables_[known->second];
      Variable& all = variables_[of_life];
      if (!all.known) all.locks = other.locks;
      all.known = true;
      std::erase_if(all.locks, [&](Word lock) {
        return std::find(other.locks.begin(), other.locks.end(), lock) == other.locks.end();
      });
      if (all.locks.empty()) revoke(of_life);
    }
  }
  return note(life, true, thread, relied);
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

std::size_t LockInference::unprotected() const {
  return static_cast<std::size_t>(
      std::count_if(variables_.begin(), variables_.end(), [](const Variable& v) { return v.unprotected; }));
}

DependencySets::Number DependencySets::with(Number set, std::span<const VariableNumber> variables) {
  if (variables.empty()) return set;
  std::vector<VariableNumber> all = sets_[set];
  const std::size_t known = all.size();
  for (const VariableNumber variable : variables) {
    const auto at = std::lower_bound(all.begin(), all.end(), variable);
    if (at == all.end() || *at != variable) all.insert(at, variable);
  }
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
