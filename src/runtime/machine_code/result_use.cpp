// SPDX-License-Identifier: Apache-2.0
// A call leaves its result in rax. Functions keep nothing there across a call, so at the next call it is dead; a
// function with a variable number of arguments gets their number there, which was written before. What returns may
// return it. Only instructions that compilers put between calls are known; all others may use it.
#include "runtime/machine_code/result_use.h"

#include "runtime/machine_code/instruction.h"

namespace heddle::machine_code {
namespace {

constexpr int kRax = 0;
enum class Effect : std::uint8_t { nothing, uses, overwrites };

Effect effect_of(const Instruction& at, const std::uint8_t* bytes) {
  const bool in_address = at.base == kRax || at.index == kRax;
  if (at.map == Instruction::Map::two_bytes)  // nop and endbr64
    return !at.is_vector && (at.opcode == 0x1f || at.opcode == 0x1e) ? Effect::nothing : Effect::uses;
  if (at.map != Instruction::Map::one_byte || at.is_vector) return Effect::uses;
  const std::uint8_t last = bytes[at.length - 1];
  const bool is_extended = (bytes[0] & 0xf1) == 0x41;  // REX.B: the opcode's register is another one
  switch (at.opcode) {
    case 0x8b:  // mov reg, rm
    case 0x8d:  // lea
      if (in_address || at.rm == kRax) return Effect::uses;
      return at.reg == kRax ? Effect::overwrites : Effect::nothing;
    case 0x89:  // mov rm, reg
      if (in_address || at.reg == kRax) return Effect::uses;
      return at.rm == kRax ? Effect::overwrites : Effect::nothing;
    case 0xc7:  // mov rm, immediate
      if (in_address) return Effect::uses;
      return at.rm == kRax ? Effect::overwrites : Effect::nothing;
    case 0x31:  // xor
      if (!at.names_memory && at.reg == kRax && at.rm == kRax) return Effect::overwrites;
      return in_address || at.reg == kRax || at.rm == kRax ? Effect::uses : Effect::nothing;
    case 0x80:
    case 0x81:
    case 0x83:  // arithmetic with an immediate
      return in_address || at.rm == kRax ? Effect::uses : Effect::nothing;
    case 0x39:
    case 0x3b:
    case 0x85:  // cmp, test
      return in_address || at.rm == kRax || at.reg == kRax ? Effect::uses : Effect::nothing;
    case 0x90:
    case 0xc9:  // nop, leave
      return Effect::nothing;
    case 0xe8:
      return Effect::overwrites;
    case 0xff:  // call by way of a pointer
      return at.reg == 2 && !in_address && at.rm != kRax ? Effect::overwrites : Effect::uses;
    default:
      break;
  }
  if (at.opcode >= 0xb8 && at.opcode <= 0xbf)
    return at.opcode == 0xb8 && !is_extended ? Effect::overwrites : Effect::nothing;
  if (at.opcode >= 0x50 && at.opcode <= 0x5f) {
    if (is_extended || (last & 7) != kRax) return Effect::nothing;
    return at.opcode < 0x58 ? Effect::uses : Effect::overwrites;
  }
  return Effect::uses;
}

bool may_use(const std::uint8_t* at, const std::uint8_t* begin, const std::uint8_t* end, int& budget) {
  while (budget-- > 0) {
    Instruction instruction;
    if (at < begin || at >= end || !decode(at, static_cast<std::size_t>(end - at), instruction)) return true;
    const std::uint8_t* next = at + instruction.length;
    const bool one_byte = instruction.map == Instruction::Map::one_byte && !instruction.is_vector;
    const bool jumps = one_byte && (instruction.opcode == 0xeb || instruction.opcode == 0xe9);
    const bool branches = (one_byte && instruction.opcode >= 0x70 && instruction.opcode <= 0x7f) ||
                          (instruction.map == Instruction::Map::two_bytes && !instruction.is_vector &&
                           instruction.opcode >= 0x80 && instruction.opcode <= 0x8f);
    if (jumps || branches) {
      if (branches && may_use(next, begin, end, budget)) return true;
      at = next + instruction.immediate;
      continue;
    }
    switch (effect_of(instruction, at)) {
      case Effect::uses:
        return true;
      case Effect::overwrites:
        return false;
      case Effect::nothing:
        at = next;
    }
  }
  return true;
}

}  // namespace

bool may_use_result(const std::uint8_t* returns_to, std::size_t bytes) {
  int budget = 64;
  return may_use(returns_to, returns_to, returns_to + bytes, budget);
}

}  // namespace heddle::machine_code
