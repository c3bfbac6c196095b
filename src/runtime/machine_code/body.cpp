// SPDX-License-Identifier: Apache-2.0
#include "runtime/machine_code/body.h"

#include <cstring>
#include <initializer_list>

#include "runtime/machine_code/instruction.h"
#include "runtime/machine_code/origin.h"

namespace heddle::machine_code {
namespace {

using Map = Instruction::Map;
constexpr int kA = 0, kC = 1, kD = 2, kStack = 4, kFrame = 5, kSource = 6, kTarget = 7;

class Walk {
 public:
  Walk(const ElfFile& file, const Extent& function)
      : file_(file), address_(function.address), size_(function.size), entry_tells_(function.entry_tells) {
    local_[kStack] = true;
    local_[kFrame] = function.has_frame;
    argument_[kTarget] = !function.has_frame;
  }

  // Each instruction after the other, until `stop` says so; false: one that nobody knows.
  template <class Stop>
  bool walk(Stop stop) {
    std::size_t left = 0;
    const std::uint8_t* code = file_.at(address_, &left);
    if (code == nullptr) return true;
    if (left > size_) left = size_;
    while (left > 0) {
      Instruction it;
      if (!decode(code, left, it)) return false;
      code += it.length;
      address_ += it.length;
      left -= it.length;
      if (stop(it)) return true;
    }
    return true;
  }

  Body body() {
    Body body;
    const bool known = walk([&](const Instruction& it) {
      body.tells = is_instrumentation(callee(it));
      if (touches_memory(it)) {
        body.touches = true;
        body.only_result &= it.base >= 0 && it.base < 16 && argument_[it.base];
      }
      const bool returns = it.map == Map::one_byte && !it.is_vector && (it.opcode & 0xf6) == 0xc2;
      if (returns) body.only_result &= argument_[kA];
      follow(it);
      return body.tells;
    });
    if (!known) body = {.touches = true, .only_result = false};  // whatever it does
    return body;
  }
  // Where a call or a jump leads within the file; 0: nowhere known.
  std::uint64_t goes_to(const Instruction& it) const {
    const bool near = it.map == Map::one_byte && (it.opcode == 0xe8 || it.opcode == 0xe9);
    return near ? address_ + static_cast<std::uint64_t>(it.immediate) : 0;
  }

 private:
  bool is_instrumentation(const char* import) const {
    if (import == nullptr || !starts(import, "__tsan_")) return false;
    return entry_tells_ || (!starts(import, "__tsan_func_") && !starts(import, "__tsan_ignore_"));
  }
  const char* callee(const Instruction& it) {
    if (it.map != Map::one_byte) return nullptr;
    if (it.opcode == 0xe8 || it.opcode == 0xe9)
      return file_.import_called(address_ + static_cast<std::uint64_t>(it.immediate));
    if (it.opcode == 0xff && (it.reg & 7) != 6 && it.base == Instruction::kInstructionPointer)
      return file_.import_at(target(it));
    return nullptr;
  }
  std::uint64_t target(const Instruction& it) const {
    return (it.base == Instruction::kInstructionPointer ? address_ : 0) +
           static_cast<std::uint64_t>(it.displacement);
  }
  bool is_local(int reg) const { return reg >= 0 && reg < 16 && local_[reg]; }
  // The memory operand is in the own frame, or constant.
  bool is_harmless(const Instruction& it) const {
    if (it.segment) return it.base < 0 && it.index < 0 && (it.displacement == 0x28 || it.displacement == 0);
    if (it.base == Instruction::kInstructionPointer || it.base < 0) return file_.is_constant(target(it));
    return is_local(it.base) || (it.scale == 1 && is_local(it.index));
  }

  bool touches_memory(const Instruction& it) const {
    if (it.map == Map::one_byte && !it.is_vector) {
      switch (it.opcode) {
        case 0x8d:  // lea
          return false;
        case 0xa4:  // movs, cmps
        case 0xa5:
        case 0xa6:
        case 0xa7:
          return !local_[kSource] || !local_[kTarget];
        case 0xaa:  // stos, scas
        case 0xab:
        case 0xae:
        case 0xaf:
          return !local_[kTarget];
        case 0xac:  // lods
        case 0xad:
          return !local_[kSource];
        case 0xa0:  // absolute addresses
        case 0xa1:
        case 0xa2:
        case 0xa3:
          return true;
        case 0xff:  // through a table of functions
          if (it.names_memory && ((it.reg & 7) == 2 || (it.reg & 7) == 4)) return false;
          break;
        default:
          break;
      }
    }
    if (it.map == Map::two_bytes && !it.is_vector && (it.opcode == 0x0d || (it.opcode & 0xf8) == 0x18))
      return false;  // prefetches and nops
    return it.names_memory && !is_harmless(it);
  }

  void set(int reg, bool is_local, bool is_argument = false) {
    if (reg < 0 || reg >= 16 || reg == kStack) return;
    local_[reg] = is_local;
    argument_[reg] = is_argument;
  }

  // What the registers stand for after it.
  void follow(const Instruction& it) {
    if (it.is_vector) {
      if (it.map == Map::three_bytes_38 && it.opcode >= 0xf0) set(it.reg, false);
      return;
    }
    if (it.map == Map::two_bytes) {
      follow_two_bytes(it);
      return;
    }
    if (it.map != Map::one_byte) return;
    const std::uint8_t opcode = it.opcode;
    const int group = it.reg & 7;
    if (opcode == 0x8d) {
      set(it.reg, is_harmless(it));
    } else if (opcode == 0x8b) {
      set(it.reg, it.rm >= 0 && is_local(it.rm), it.rm >= 0 && it.rm < 16 && argument_[it.rm]);
    } else if (opcode == 0x89) {
      set(it.rm, is_local(it.reg), it.reg >= 0 && it.reg < 16 && argument_[it.reg]);
    } else if (opcode == 0x01) {
      set(it.rm, is_local(it.rm) || is_local(it.reg));
    } else if (opcode == 0x03) {
      set(it.reg, is_local(it.reg) || is_local(it.rm));
    } else if (opcode == 0x29 || opcode == 0x2b) {  // what is taken away leaves it where it was
    } else if (opcode < 0x40) {
      if ((opcode & 0x38) == 0x38) return;  // cmp
      if ((opcode & 7) < 2) set(it.rm, false);
      if ((opcode & 7) == 2 || (opcode & 7) == 3) set(it.reg, false);
      if ((opcode & 7) > 3) set(kA, false);
    } else if (opcode == 0x80 || opcode == 0x81 || opcode == 0x83) {
      if (group == 6) set(it.rm, false);  // xor; the others move it, or compare
    } else if (opcode >= 0xb8 && opcode <= 0xbf) {
      set(it.rm, file_.is_constant(static_cast<std::uint64_t>(it.immediate) & 0xffffffffU));
    } else if (opcode == 0xe8 || (opcode == 0xff && group == 2)) {
      for (const int changed : {kA, kC, kD, kSource, kTarget, 8, 9, 10, 11}) set(changed, false);
    } else if (opcode >= 0x58 && opcode <= 0x5f) {
      // An epilogue gives callers their registers back; code after it is reached with the function's own.
      if (it.rm < 12 && it.rm != kFrame && it.rm != 3) set(it.rm, false);
    } else if (opcode == 0x63 || opcode == 0x69 || opcode == 0x6b) {
      set(it.reg, false);
    } else if (opcode == 0xc7 || opcode == 0xc6 || opcode == 0x8a || opcode == 0x88) {
      set(opcode == 0x8a ? it.reg : it.rm, false);
    } else if (opcode == 0x87) {
      set(it.rm, false);
      set(it.reg, false);
    } else if ((opcode == 0xf7 || opcode == 0xf6) && group >= 4) {
      set(kA, false);
      set(kD, false);
    } else if (opcode == 0x98 || opcode == 0x99 || (opcode >= 0xac && opcode <= 0xad)) {
      set(opcode == 0x99 ? kD : kA, false);
    }
  }

  void follow_two_bytes(const Instruction& it) {
    const std::uint8_t opcode = it.opcode;
    if ((opcode >= 0x40 && opcode <= 0x4f)) {
      set(it.reg, is_local(it.reg) && is_local(it.rm));  // one of the two
      return;
    }
    if (opcode == 0xaf || opcode == 0xb6 || opcode == 0xb7 || opcode == 0xbe || opcode == 0xbf ||
        opcode == 0xbc || opcode == 0xbd || opcode == 0x2c || opcode == 0x2d || opcode == 0x50 ||
        opcode == 0xd7 || opcode == 0xb8 || opcode == 0xc5)
      set(it.reg, false);
    if (opcode == 0x7e || (opcode >= 0x90 && opcode <= 0x9f)) set(it.rm, false);
    if (opcode == 0xc0 || opcode == 0xc1) {
      set(it.reg, false);
      set(it.rm, false);
    }
    if (opcode == 0xb0 || opcode == 0xb1 || opcode == 0xa2) set(kA, false);
    if (opcode == 0xa2)
      for (const int changed : {kC, kD, 3}) set(changed, false);
  }

  const ElfFile& file_;
  std::uint64_t address_;
  std::uint64_t size_;
  bool entry_tells_;
  bool local_[16] = {};
  bool argument_[16] = {};  // holds what the first argument was
};

}  // namespace

Body examine(const ElfFile& file, const Extent& function) { return Walk(file, function).body(); }

void each_callee(const ElfFile& file, const Extent& function,
                 void (*seen)(void* context, std::uint64_t address), void* context) {
  Walk walk(file, function);
  walk.walk([&](const Instruction& it) {
    if (const std::uint64_t address = walk.goes_to(it)) seen(context, address);
    return false;
  });
}

}  // namespace heddle::machine_code
