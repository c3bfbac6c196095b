// SPDX-License-Identifier: Apache-2.0
// The numbers a program computes with: conditions, states, counters. Each can have one of a few values, which
// are then told apart exactly, or it is not followed: then it can be anything wherever it is looked at, which
// covers what the program does (a back-off loop runs any number of times, a size counter says anything).
//
// The few values are the least solution of what flows where, without looking at conditions; more than kMost
// of them are "anything". A variable that was never written has a value of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "prove/front/kinds.h"

namespace heddle::prove {

// A value of a number, in as many bits as its type has; nothing: never written, or poison.
using Number = std::optional<std::uint64_t>;

struct NumberSet {
  bool is_anything = false;
  std::set<Number> values;  // of anything: only whether it may be what was never written
  bool may_be_unwritten() const { return values.contains(std::nullopt); }
  bool add(const NumberSet& other);
};

class Numbers {
 public:
  static constexpr std::size_t kMost = 8;

  // What reading a place, or a call, can yield; for instructions that this does not know by itself.
  using Source = std::function<NumberSet(const llvm::Instruction&)>;
  Numbers(const std::vector<llvm::Instruction*>& instructions, const Kinds& kinds, const Source& source);

  NumberSet of(const llvm::Value* value) const;

  // The result of an instruction that computes, given its operands' values; nothing if that is undefined.
  static Number compute(const llvm::Instruction& instruction, const std::vector<std::uint64_t>& operands);

 private:
  NumberSet result(const llvm::Instruction& instruction, const Source& source) const;
  std::map<const llvm::Value*, NumberSet> sets_;
};

// Instructions that compute one number from others, and nothing else.
bool computes_number(const llvm::Instruction& instruction);

}  // namespace heddle::prove
