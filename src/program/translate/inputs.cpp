// SPDX-License-Identifier: Apache-2.0
// Which values of an input the program can tell apart.
//
// An input of more than 8 bits has too many values to try. If all that the program does with it is to add constants
// (v + k) and to compare with constants (v + k < c, signed or not), it cannot tell two values apart between which no
// comparison changes: in v's circle of 2ʷ values that happens at c − k and the value after it, and where v + k wraps, at
// −k and 2ʷ⁻¹ − k. One value of each range between two such cuts stands for all of them: exact.
//
// What is done with an input is found out for the whole program, flow-insensitively: which registers, which blocks of
// memory (a global, a local variable, what one place allocates) and which results of functions can hold an input plus
// which constants; which blocks a pointer can point to goes along. Anything else that is done with an input (multiplied,
// an index, compared with what is no constant, stored where unknown code may look) makes it inexact, and so does an input
// to which more and more is added. Then the cuts of all comparisons are tried nevertheless, with their neighbours.
#include <cstring>
#include <map>
#include <set>
#include <tuple>

#include "program/translate/translate.h"

namespace heddle::program {
namespace {

constexpr std::size_t kMostOffsets = 16;

// A register of a function, a result of one, what a block holds; or which block.
struct Node {
  enum class Kind : std::uint8_t { reg, result, content };
  Kind kind = Kind::reg;
  std::uint32_t of = 0;
  std::int64_t number = 0;
  friend auto operator<=>(const Node&, const Node&) = default;
};
using Block =
    std::pair<std::uint32_t, std::int64_t>;  // the place of an instruction; or kGlobal and an object
constexpr std::uint32_t kGlobal = 0xFFFFFFFF;

struct Holds {
  std::set<std::pair<unsigned, Word>> inputs;  // bits, and what was added
  std::set<Block> blocks;                      // pointed to
};

class Analysis {
 public:
  explicit Analysis(const Program& program) : program_(program) {}

  Inputs run() {
    for (const Global& global : program_.globals)  // what a variable points to from the start
      for (std::size_t at = 0; at + 8 <= global.bytes.size(); at += 8) {
        Word word = 0;
        std::memcpy(&word, global.bytes.data() + at, sizeof word);
        if (is_pointer(word)) escaped_.insert({kGlobal, object_of(word)});
      }
    for (bool first = true; changed_ || first; first = false) {
      changed_ = false;
      for (std::uint32_t f = 0; f < program_.functions.size(); ++f)
        for (std::size_t at = 0; at < program_.functions[f].code.size(); ++at) look_at(f, at);
    }
    for (const Block& block : escaped_)
      if (const auto known = holds_.find(content(block));
          known != holds_.end() && !known->second.inputs.empty())
        spoil(stored_at_[block]);
    Inputs inputs;
    inputs.is_exact = exact_;
    inputs.inexact_at = place_;
    inputs.cuts.assign(cuts_.begin(), cuts_.end());
    if (!exact_) inputs.cuts.insert(inputs.cuts.end(), before_.begin(), before_.end());
    return inputs;
  }

 private:
  static Node content(Block block) { return {Node::Kind::content, block.first, block.second}; }
  static std::int64_t place(std::size_t at) { return static_cast<std::int64_t>(at); }
  void spoil(std::uint32_t location) {
    if (exact_) place_ = location;
    exact_ = false;
  }
  // A constant, or what a constant variable holds.
  bool is_constant(std::uint32_t f, Operand operand, Word& value) const {
    if (operand < 0) {
      value = program_.constants[static_cast<std::size_t>(-1 - operand)];
      return true;
    }
    const auto known = loaded_.find({f, operand});
    if (known == loaded_.end()) return false;
    value = known->second;
    return true;
  }
  Holds held(std::uint32_t f, Operand operand) {
    Holds all;
    if (operand < 0) {
      const Word value = program_.constants[static_cast<std::size_t>(-1 - operand)];
      if (is_pointer(value) && object_of(value) >= program_.global_object(0))
        all.blocks.insert({kGlobal, object_of(value)});
      return all;
    }
    if (const auto known = holds_.find({Node::Kind::reg, f, operand}); known != holds_.end())
      return known->second;
    return all;
  }
  void add(Node to, const Holds& what, Word plus, std::uint32_t location) {
    if (what.inputs.empty() && what.blocks.empty()) return;
    Holds& all = holds_[to];
    const std::size_t before = all.inputs.size() + all.blocks.size();
    for (const auto& [bits, offset] : what.inputs)
      if (all.inputs.insert({bits, offset + plus}).second) cut_at_wraps(bits, offset + plus);
    all.blocks.insert(what.blocks.begin(), what.blocks.end());
    if (all.inputs.size() > kMostOffsets) {
      spoil(location);
      return;
    }
    changed_ = changed_ || before != all.inputs.size() + all.blocks.size();
  }
  void to_register(std::uint32_t f, Operand to, const Holds& what, std::uint32_t location, Word plus = 0) {
    if (to >= 0) add({Node::Kind::reg, f, to}, what, plus, location);
  }
  // It goes where this analysis does not follow.
  void lose(const Holds& what, std::uint32_t location) {
    if (!what.inputs.empty()) spoil(location);
    for (const Block& block : what.blocks)
      if (escaped_.insert(block).second) {
        changed_ = true;
        if (const auto known = holds_.find(content(block)); known != holds_.end()) {
          const Holds inner = known->second;
          lose({.inputs = {}, .blocks = inner.blocks}, location);
        }
      }
  }
  static Word mask_of(unsigned bits) { return bits >= 64 ? ~Word{0} : (Word{1} << bits) - 1; }
  // Where it becomes negative, or zero again: what it is extended to changes there.
  void cut_at_wraps(unsigned bits, Word offset) {
    cuts_.insert((Word{0} - offset) & mask_of(bits));
    cuts_.insert(((Word{1} << (bits - 1)) - offset) & mask_of(bits));
  }
  void compare(const Holds& what, Word with) {
    for (const auto& [bits, offset] : what.inputs) {
      cuts_.insert((with - offset) & mask_of(bits));
      cuts_.insert((with - offset + 1) & mask_of(bits));
      before_.insert((with - offset - 1) & mask_of(bits));
    }
  }

  void look_at(std::uint32_t f, std::size_t at) {
    const Instruction& i = program_.functions[f].code[at];
    Word constant = 0;
    switch (i.opcode) {
      case Opcode::move:
      case Opcode::sext:
        return to_register(f, i.dst, held(f, i.a), i.location);
      case Opcode::trunc: {
        const Holds what = held(f, i.a);
        for (const auto& [bits, offset] : what.inputs)
          if (i.width < bits) return lose(what, i.location);
        return to_register(f, i.dst, what, i.location);
      }
      case Opcode::add:
      case Opcode::sub: {
        const Holds a = held(f, i.a), b = held(f, i.b);
        if (is_constant(f, i.b, constant) && b.blocks.empty())
          return to_register(f, i.dst, a, i.location,
                             extended(i.opcode == Opcode::add ? constant : Word{0} - constant, i.width));
        if (i.opcode == Opcode::add && is_constant(f, i.a, constant) && a.blocks.empty())
          return to_register(f, i.dst, b, i.location, extended(constant, i.width));
        if (!a.inputs.empty() || !b.inputs.empty()) spoil(i.location);
        to_register(f, i.dst, {.inputs = {}, .blocks = a.blocks}, i.location);
        return to_register(f, i.dst, {.inputs = {}, .blocks = b.blocks}, i.location);
      }
      case Opcode::index: {
        if (!held(f, i.b).inputs.empty()) spoil(i.location);
        return to_register(f, i.dst, held(f, i.a), i.location);
      }
      case Opcode::icmp: {
        const Holds a = held(f, i.a), b = held(f, i.b);
        if (is_constant(f, i.b, constant)) return compare(a, constant);
        if (is_constant(f, i.a, constant)) return compare(b, constant);
        if (!a.inputs.empty() || !b.inputs.empty()) spoil(i.location);
        return;
      }
      case Opcode::branch:
        return compare(held(f, i.a), 0);
      case Opcode::switch_: {
        const Holds what = held(f, i.a);
        for (Operand k = 0; k < i.c; ++k)
          if (is_constant(f, extra(f, i.b + 2 * k), constant)) compare(what, constant);
        return;
      }
      case Opcode::select:
        if (!held(f, i.a).inputs.empty()) spoil(i.location);
        to_register(f, i.dst, held(f, i.b), i.location);
        return to_register(f, i.dst, held(f, i.c), i.location);
      case Opcode::stack_object:
        return to_register(f, i.dst, {.inputs = {}, .blocks = {{f, place(at)}}}, i.location);
      case Opcode::thread_object:
        return to_register(
            f, i.dst,
            {.inputs = {}, .blocks = {{kGlobal, program_.global_object(static_cast<std::size_t>(i.a))}}},
            i.location);
      case Opcode::load:
      case Opcode::load_result:
        return load(f, i);
      case Opcode::store:
        return store(held(f, i.b), held(f, i.a), i.location);
      case Opcode::call:
      case Opcode::call_pointer:
        return call(f, i);
      case Opcode::ret:
        for (Operand k = 0; k < i.c; ++k)
          add({Node::Kind::result, f, k}, held(f, extra(f, i.b + k)), 0, i.location);
        return;
      case Opcode::builtin:
        return builtin(f, at, i);
      case Opcode::sync:
        for (Operand k = 0; k < i.c; ++k) lose(held(f, extra(f, i.b + k)), i.location);
        return;
      case Opcode::jump:
      case Opcode::fence:
      case Opcode::landing:
      case Opcode::is_object:
      case Opcode::unreachable:
      case Opcode::unsupported:
        return;
      case Opcode::fp_to_si:
      case Opcode::fp_to_ui:
      case Opcode::si_to_fp:
      case Opcode::ui_to_fp:
      case Opcode::fp_resize:
      case Opcode::fneg:
      case Opcode::absolute:
      case Opcode::byte_swap:
      case Opcode::population:
      case Opcode::leading_zeros:
      case Opcode::trailing_zeros:
        return lose(held(f, i.a), i.location);
      default:  // anything else that is done with it
        lose(held(f, i.a), i.location);
        lose(held(f, i.b), i.location);
        if (i.opcode == Opcode::compare_exchange) lose(held(f, i.c), i.location);
    }
  }

  static Word extended(Word value, unsigned width) {
    if (width == 0 || width >= 64) return value;
    const Word sign = Word{1} << (width - 1);
    const Word low = value & ((Word{1} << width) - 1);
    return (low ^ sign) - sign;
  }
  Operand extra(std::uint32_t f, Operand at) const {
    return program_.functions[f].extra[static_cast<std::size_t>(at)];
  }

  void load(std::uint32_t f, const Instruction& i) {
    const Holds pointer = held(f, i.a);
    for (const Block& block : pointer.blocks) {
      const auto known = holds_.find(content(block));
      if (known == holds_.end()) continue;
      const Holds what = known->second;
      bool is_whole = i.flags == 0;
      for (const auto& [bits, offset] : what.inputs)
        is_whole = is_whole || i.flags >= bits;  // a number of so many bits is kept in it
      for (const auto& [bits, offset] : what.inputs) is_whole = is_whole && i.width * 8U >= bits;
      if (!is_whole && !what.inputs.empty()) spoil(i.location);
      to_register(f, i.dst, what, i.location);
    }
    Word address = 0;
    if (i.a >= 0 || !is_constant(f, i.a, address) || !is_pointer(address) ||
        object_of(address) < program_.global_object(0))
      return;
    const Global& global = program_.globals[object_of(address) - program_.global_object(0)];
    const std::int64_t offset = offset_of(address);
    if (!global.constant || global.elsewhere || offset < 0 || i.width > 8 ||
        offset + i.width > static_cast<std::int64_t>(global.bytes.size()))
      return;
    Word value = 0;
    for (unsigned byte = 0; byte < i.width; ++byte)
      value |= Word{global.bytes[static_cast<std::size_t>(offset) + byte]} << (8 * byte);
    changed_ = loaded_.try_emplace({f, i.dst}, value).second || changed_;
  }
  void store(const Holds& pointer, const Holds& value, std::uint32_t location) {
    if (pointer.blocks.empty()) return lose(value, location);
    for (const Block& block : pointer.blocks) {
      if (!value.inputs.empty()) stored_at_.try_emplace(block, location);
      add(content(block), value, 0, location);
      if (escaped_.contains(block)) lose({.inputs = {}, .blocks = value.blocks}, location);
    }
  }
  void call(std::uint32_t f, const Instruction& i) {
    if (i.opcode == Opcode::call) {
      for (Operand k = 0; k < i.c; ++k)
        add({Node::Kind::reg, static_cast<std::uint32_t>(i.a), k}, held(f, extra(f, i.b + k)), 0, i.location);
      for (Operand k = 0; k < i.e; ++k) take_result(f, i, k, static_cast<std::uint32_t>(i.a));
      return;
    }
    for (Operand k = 0; k < i.c; ++k) lose(held(f, extra(f, i.b + k)), i.location);
    for (std::uint32_t any = 0; any < program_.functions.size(); ++any)
      for (Operand k = 0; k < i.e; ++k) take_result(f, i, k, any);
  }
  void take_result(std::uint32_t f, const Instruction& i, Operand k, std::uint32_t called) {
    if (const auto known = holds_.find({Node::Kind::result, called, k}); known != holds_.end()) {
      const Holds what = known->second;
      to_register(f, extra(f, i.b + i.c + k), what, i.location);
    }
  }
  void builtin(std::uint32_t f, std::size_t at, const Instruction& i) {
    const auto result = [&](const Holds& what) {
      if (i.e > 0) to_register(f, extra(f, i.b + i.c), what, i.location);
    };
    switch (static_cast<Builtin>(i.a)) {
      case Builtin::nondet_int:
      case Builtin::nondet_unsigned:
        return result({.inputs = {{i.width == 0 ? 64U : i.width, 0}}, .blocks = {}});
      case Builtin::choose: {
        Word among = 0;
        if (i.c > 0 && is_constant(f, extra(f, i.b), among) && among <= 256) return;
        if (i.c > 0 && !is_constant(f, extra(f, i.b), among)) lose(held(f, extra(f, i.b)), i.location);
        return result({.inputs = {{32U, 0}}, .blocks = {}});
      }
      case Builtin::assume:
        return compare(held(f, extra(f, i.b)), 0);
      case Builtin::allocate:
      case Builtin::allocate_zeroed:
        result({.inputs = {}, .blocks = {{f, place(at)}}});
        break;
      default:
        break;
    }
    for (Operand k = 0; k < i.c; ++k) lose(held(f, extra(f, i.b + k)), i.location);
  }

  const Program& program_;
  std::map<Node, Holds> holds_;
  std::map<std::pair<std::uint32_t, Operand>, Word>
      loaded_;  // registers that hold what a constant variable does
  std::set<Block> escaped_;
  std::map<Block, std::uint32_t> stored_at_;
  std::set<Word> cuts_, before_;
  bool exact_ = true;
  std::uint32_t place_ = 0;
  bool changed_ = false;
};

}  // namespace

Inputs inputs_of(const Program& program) {
  bool any = false;
  for (const Function& function : program.functions)
    for (const Instruction& i : function.code) {
      if (i.opcode != Opcode::builtin) continue;
      const auto which = static_cast<Builtin>(i.a);
      any = any || which == Builtin::nondet_int || which == Builtin::nondet_unsigned ||
            which == Builtin::choose;
    }
  return any ? Analysis(program).run() : Inputs();
}

}  // namespace heddle::program
