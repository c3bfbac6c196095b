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

bool LockInference::access(const program::Machine& machine, ThreadNumber thread, Word address,
                           std::uint64_t size, bool writes, std::span<const Word> held,
                           std::vector<VariableNumber>& relied) {
  if (machine.alone(thread)) return true;
  const bool single_thread = alike_.is_single(thread);
  if (alike_.any()) {
    names_.clear();
    for (const Word lock : held)
      if (alike_.is_single(lock) || program::object_of(lock) == program::object_of(address))
        names_.push_back(alike_.common(lock));
    held = names_;
    address = alike_.common(address);
  }
  const auto guards = [&](Word lock) {
    if (lock == token(thread)) return single_thread;
    return std::any_of(held.begin(), held.end(),
                       [&](Word mine) { return mine == lock || (!writes && mine == (lock | 1)); });
  };
  bool all_protected = true;
  const std::uint64_t end = std::max<std::uint64_t>(size, 1);
  for (Word at = address & ~Word{3}; at < address + end; at += 4) {
    const VariableNumber number = variable(at);
    Variable& known = variables_[number];
    if (known.unprotected) {
      all_protected = false;
      continue;
    }
    if (!known.known) {
      known.known = true;
      if (single_thread) known.locks.push_back(token(thread));
      for (const Word lock : held)
        if ((lock & 1) == 0 || !writes) known.locks.push_back(lock & ~Word{1});
    } else {
      std::erase_if(known.locks, [&](Word lock) { return !guards(lock); });
    }
    if (known.locks.empty()) {
      known.unprotected = true;
      shrunk_.push_back(number);
      all_protected = false;
    } else {
      relied.push_back(number);
    }
  }
  return all_protected;
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
  for (Word at = address & ~Word{3}; at < address + std::max<std::uint64_t>(size, 1); at += 4) {
    const VariableNumber number = variable(at);
    if (variables_[number].unprotected)
      all = false;
    else
      relied.push_back(number);
  }
  return all;
}

void LockInference::revoke(Word address, std::uint64_t size) {
  for (Word at = address & ~Word{3}; at < address + std::max<std::uint64_t>(size, 1); at += 4)
    revoke(variable(at));
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
