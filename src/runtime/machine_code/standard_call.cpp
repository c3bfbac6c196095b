// SPDX-License-Identifier: Apache-2.0
// The mark stands in the block of the call, so between the two there is neither a jump nor another call.
#include "runtime/machine_code/standard_call.h"

#include "runtime/machine_code/instruction.h"

namespace heddle::machine_code {
namespace {

constexpr std::int64_t kMark = 0x1b64c0de;
constexpr int kMost = 32;             // instructions: a compiler moves few up to here
constexpr std::size_t kLongest = 15;  // of an instruction

bool ends_block(const Instruction& instruction) {
  const unsigned opcode = instruction.opcode;
  switch (instruction.map) {
    case Instruction::Map::one_byte:
      return (opcode & 0xF0) == 0x70 || (opcode >= 0xC2 && opcode <= 0xC3) || opcode == 0xCC ||
             (opcode >= 0xE0 && opcode <= 0xE3) || (opcode >= 0xE8 && opcode <= 0xEB) || opcode == 0xF4 ||
             (opcode == 0xFF && instruction.reg >= 2 && instruction.reg <= 5);
    case Instruction::Map::two_bytes:
      return (opcode & 0xF0) == 0x80 || opcode == 0x0B;
    default:
      return false;
  }
}

}  // namespace

bool is_standard_call(const void* returns_to) {
  const auto* at = static_cast<const std::uint8_t*>(returns_to);
  Instruction instruction;
  for (int i = 0; i < kMost && decode(at, kLongest, instruction); ++i) {
    if (instruction.map == Instruction::Map::two_bytes && instruction.opcode == 0x1F &&
        instruction.displacement == kMark)
      return true;
    if (ends_block(instruction)) return false;
    at += instruction.length;
  }
  return false;
}

}  // namespace heddle::machine_code
