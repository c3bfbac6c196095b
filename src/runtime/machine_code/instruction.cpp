// SPDX-License-Identifier: Apache-2.0
// After Intel's manual, volume 2, appendix A: prefixes, REX or VEX or EVEX, opcode, ModRM, SIB, displacement,
// immediate. The lengths are compared with those of objdump over whole libraries by
// test/agree/machine_code.py.
#include "runtime/machine_code/instruction.h"

namespace heddle::machine_code {
namespace {

using Map = Instruction::Map;

class Bytes {
 public:
  Bytes(const std::uint8_t* bytes, std::size_t size) : bytes_(bytes), size_(size < 15 ? size : 15) {}
  std::uint8_t next() {
    if (at_ >= size_) {
      whole_ = false;
      return 0;
    }
    return bytes_[at_++];
  }
  std::uint8_t peek() const { return at_ < size_ ? bytes_[at_] : 0; }
  std::int64_t number(unsigned bytes) {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < bytes; ++i) value |= std::uint64_t{next()} << 8 * i;
    if (bytes == 0 || bytes == 8) return static_cast<std::int64_t>(value);
    const unsigned unused = 64 - 8 * bytes;
    return static_cast<std::int64_t>(value << unused) >> unused;
  }
  std::size_t at() const { return at_; }
  bool whole() const { return whole_; }

 private:
  const std::uint8_t* bytes_;
  std::size_t size_;
  std::size_t at_ = 0;
  bool whole_ = true;
};

struct Prefixes {
  bool operand_size = false, address_size = false;
  bool wide = false;                      // REX.W
  unsigned reg = 0, index = 0, base = 0;  // what REX adds to the registers' numbers
};

bool has_operands(Map map, std::uint8_t opcode, bool is_vector) {
  if (map == Map::two_bytes) {
    if (is_vector) return opcode != 0x77;
    if (opcode >= 0x80 && opcode <= 0x8f) return false;
    if (opcode >= 0xc8 && opcode <= 0xcf) return false;
    if (opcode >= 0x30 && opcode <= 0x37) return false;
    if (opcode >= 0x04 && opcode <= 0x0c) return false;
    switch (opcode) {
      case 0x0e:
      case 0x77:
      case 0xa0:
      case 0xa1:
      case 0xa2:
      case 0xa8:
      case 0xa9:
      case 0xaa:
        return false;
      default:
        return true;
    }
  }
  if (map != Map::one_byte) return true;
  if (opcode < 0x40) return (opcode & 7) < 4;
  if (opcode >= 0x80 && opcode <= 0x8f) return true;
  if (opcode >= 0xd0 && opcode <= 0xd3) return true;
  if (opcode >= 0xd8 && opcode <= 0xdf) return true;
  switch (opcode) {
    case 0x63:
    case 0x69:
    case 0x6b:
    case 0xc0:
    case 0xc1:
    case 0xc6:
    case 0xc7:
    case 0xf6:
    case 0xf7:
    case 0xfe:
    case 0xff:
      return true;
    default:
      return false;
  }
}

unsigned immediate_size(const Instruction& it, const Prefixes& prefixes) {
  const std::uint8_t opcode = it.opcode;
  const unsigned word = prefixes.operand_size && !prefixes.wide ? 2 : 4;
  if (it.map == Map::three_bytes_3a) return 1;
  if (it.map == Map::two_bytes) {
    if (!it.is_vector && opcode >= 0x80 && opcode <= 0x8f) return 4;
    if (opcode >= 0x70 && opcode <= 0x73) return 1;
    if (opcode == 0xc2 || (opcode >= 0xc4 && opcode <= 0xc6)) return 1;
    if (!it.is_vector && (opcode == 0x0f || opcode == 0xa4 || opcode == 0xac || opcode == 0xba)) return 1;
    return 0;
  }
  if (it.map != Map::one_byte) return 0;
  if (opcode < 0x40) return (opcode & 7) == 4 ? 1 : (opcode & 7) == 5 ? word : 0;
  if (opcode >= 0x70 && opcode <= 0x7f) return 1;
  if (opcode >= 0xb0 && opcode <= 0xb7) return 1;
  if (opcode >= 0xb8 && opcode <= 0xbf) return prefixes.wide ? 8 : word;
  if (opcode >= 0xe0 && opcode <= 0xe7) return 1;
  if (opcode >= 0xa0 && opcode <= 0xa3) return prefixes.address_size ? 4 : 8;
  switch (opcode) {
    case 0x6a:
    case 0x6b:
    case 0x80:
    case 0x83:
    case 0xa8:
    case 0xc0:
    case 0xc1:
    case 0xc6:
    case 0xcd:
    case 0xeb:
      return 1;
    case 0xc2:
    case 0xca:
      return 2;
    case 0xc8:
      return 3;
    case 0x68:
    case 0x69:
    case 0x81:
    case 0xa9:
    case 0xc7:
      return word;
    case 0xe8:
    case 0xe9:
      return 4;
    case 0xf6:
      return (it.reg & 7) < 2 ? 1 : 0;
    case 0xf7:
      return (it.reg & 7) < 2 ? word : 0;
    default:
      return 0;
  }
}

bool is_no_instruction(std::uint8_t opcode) {  // of one byte, in 64-bit mode
  switch (opcode) {
    case 0x06:
    case 0x07:
    case 0x0e:
    case 0x16:
    case 0x17:
    case 0x1e:
    case 0x1f:
    case 0x27:
    case 0x2f:
    case 0x37:
    case 0x3f:
    case 0x60:
    case 0x61:
    case 0x82:
    case 0x9a:
    case 0xce:
    case 0xd4:
    case 0xd5:
    case 0xd6:
    case 0xea:
      return true;
    default:
      return false;
  }
}

Map map_numbered(unsigned number) {
  return number == 1   ? Map::two_bytes
         : number == 2 ? Map::three_bytes_38
         : number == 3 ? Map::three_bytes_3a
                       : Map::other;
}

// The opcode with what stands before it. False: no instruction.
bool read_opcode(Bytes& bytes, Instruction& it, Prefixes& prefixes) {
  std::uint8_t byte = bytes.next();
  for (bool more = true; more && bytes.whole();) {
    switch (byte) {
      case 0x66:
        prefixes.operand_size = true;
        break;
      case 0x67:
        prefixes.address_size = true;
        break;
      case 0x64:
      case 0x65:
        it.segment = true;
        break;
      case 0x26:
      case 0x2e:
      case 0x36:
      case 0x3e:
      case 0xf0:
      case 0xf2:
      case 0xf3:
        break;
      default:
        more = false;
        continue;
    }
    byte = bytes.next();
  }
  const auto extend = [&](unsigned rex) {
    prefixes.reg = (rex & 4) != 0 ? 8 : 0;
    prefixes.index = (rex & 2) != 0 ? 8 : 0;
    prefixes.base = (rex & 1) != 0 ? 8 : 0;
  };
  if (byte == 0xc5) {
    extend((bytes.next() & 0x80) != 0 ? 0 : 4);
    it.map = Map::two_bytes;
  } else if (byte == 0xc4 || byte == 0x62) {
    const std::uint8_t first = bytes.next();
    extend(static_cast<unsigned>(~first >> 5 & 7));
    it.map = map_numbered(first & (byte == 0xc4 ? 31 : 7));
    bytes.next();
    if (byte == 0x62) bytes.next();
  } else {
    if ((byte & 0xf0) == 0x40) {
      extend(byte);
      prefixes.wide = (byte & 8) != 0;
      byte = bytes.next();
    }
    it.opcode = byte;
    if (byte != 0x0f) return !is_no_instruction(byte);
    it.map = Map::two_bytes;
    it.opcode = bytes.next();
    if (it.opcode != 0x38 && it.opcode != 0x3a) return true;
    it.map = it.opcode == 0x38 ? Map::three_bytes_38 : Map::three_bytes_3a;
    it.opcode = bytes.next();
    return true;
  }
  it.is_vector = true;
  it.opcode = bytes.next();
  return true;
}

void read_operands(Bytes& bytes, Instruction& it, const Prefixes& prefixes) {
  const std::uint8_t byte = bytes.next();
  const unsigned mode = byte >> 6;
  it.reg = static_cast<int>((byte >> 3 & 7U) | prefixes.reg);
  const unsigned low = byte & 7U;
  if (mode == 3) {
    it.rm = static_cast<int>(low | prefixes.base);
    return;
  }
  it.names_memory = true;
  unsigned displacement = mode == 1 ? 1 : mode == 2 ? 4 : 0;
  if (low == 4) {
    const std::uint8_t more = bytes.next();
    it.scale = 1U << (more >> 6);
    const unsigned index = (more >> 3 & 7U) | prefixes.index;
    if (index != 4) it.index = static_cast<int>(index);
    if (mode == 0 && (more & 7) == 5)
      displacement = 4;
    else
      it.base = static_cast<int>((more & 7U) | prefixes.base);
  } else if (mode == 0 && low == 5) {
    it.base = Instruction::kInstructionPointer;
    displacement = 4;
  } else {
    it.base = static_cast<int>(low | prefixes.base);
  }
  it.displacement = bytes.number(displacement);
}

}  // namespace

bool decode(const std::uint8_t* start, std::size_t size, Instruction& result) {
  Instruction it;
  Bytes bytes(start, size);
  Prefixes prefixes;
  if (!read_opcode(bytes, it, prefixes)) return false;
  it.has_operands = has_operands(it.map, it.opcode, it.is_vector);
  if (it.has_operands) read_operands(bytes, it, prefixes);
  it.immediate = bytes.number(immediate_size(it, prefixes));
  if (it.map == Map::one_byte && !it.has_operands) it.rm = static_cast<int>((it.opcode & 7U) | prefixes.base);
  it.length = bytes.at();
  result = it;
  return bytes.whole();
}

}  // namespace heddle::machine_code
