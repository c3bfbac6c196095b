// SPDX-License-Identifier: Apache-2.0
// One x86-64 instruction: how long it is and which memory it names. Enough to tell whether a function
// touches memory; not a disassembler. Uses nothing but the language: it is part of a library that stands
// alone in the user's process, and of heddle itself.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::machine_code {

struct Instruction {
  enum class Map : std::uint8_t { one_byte, two_bytes, three_bytes_38, three_bytes_3a, other };
  static constexpr int kNone = -1;
  static constexpr int kInstructionPointer = 16;

  std::size_t length = 0;
  Map map = Map::one_byte;
  std::uint8_t opcode = 0;
  bool is_vector = false;           // VEX or EVEX
  bool has_operands = false;        // a ModRM byte
  bool names_memory = false;        // its ModRM operand is memory, whether accessed or not
  bool segment = false;             // fs or gs
  int reg = kNone;                  // the register operand, or the opcode's extension
  int rm = kNone;                   // the other one, if it is a register
  int base = kNone, index = kNone;  // of the memory operand
  unsigned scale = 1;
  std::int64_t displacement = 0;
  std::int64_t immediate = 0;  // of branches: relative to the next instruction
};

// False if these bytes are no instruction, or are cut off.
bool decode(const std::uint8_t* bytes, std::size_t size, Instruction& result);

}  // namespace heddle::machine_code
