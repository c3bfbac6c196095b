// SPDX-License-Identifier: Apache-2.0
// Liveness of registers, and few registers.
//
// A state must not remember a value nobody will read: two states that differ only there are one. So every
// place where a thread can stop has the list of its live registers, from the classical backward analysis.
// Registers are then numbered anew by a greedy colouring of the interference graph: parameters keep theirs.
// O(instructions · registers / 64) a round; functions are small.
#include <algorithm>
#include <map>

#include "base/check.h"
#include "program/translate/translate.h"

namespace heddle::program {
namespace {

using Bits = std::vector<std::uint64_t>;
void set(Bits& bits, Operand i) { bits[static_cast<std::size_t>(i) / 64] |= std::uint64_t{1} << (i % 64); }
void reset(Bits& bits, Operand i) {
  bits[static_cast<std::size_t>(i) / 64] &= ~(std::uint64_t{1} << (i % 64));
}
bool test(const Bits& bits, Operand i) {
  return (bits[static_cast<std::size_t>(i) / 64] >> (i % 64) & 1) != 0;
}

// Calls visit with each register field an instruction reads, then with each it writes.
template <class Read, class Write>
void registers_of(Instruction& instruction, std::vector<Operand>& extra, Read read, Write write) {
  const auto read_if = [&](Operand& operand) {
    if (operand >= 0) read(operand);
  };
  const auto call_registers = [&] {
    for (Operand i = 0; i < instruction.c; ++i) read_if(extra[static_cast<std::size_t>(instruction.b + i)]);
    for (Operand i = 0; i < instruction.e; ++i)
      write(extra[static_cast<std::size_t>(instruction.b + instruction.c + i)]);
  };
  switch (instruction.opcode) {
    case Opcode::jump:
    case Opcode::unreachable:
    case Opcode::unsupported:
    case Opcode::fence:
      return;
    case Opcode::branch:
    case Opcode::switch_:
    case Opcode::is_object:
      return read_if(instruction.a);
    case Opcode::call_pointer:
      read_if(instruction.a);
      return call_registers();
    case Opcode::call:
    case Opcode::wide:
    case Opcode::builtin:
    case Opcode::sync:
      return call_registers();
    case Opcode::ret:
      for (Operand i = 0; i < instruction.c; ++i) read_if(extra[static_cast<std::size_t>(instruction.b + i)]);
      return;
    case Opcode::thread_object:
      return write(instruction.dst);
    case Opcode::landing:
      write(instruction.dst);
      return write(instruction.e);
    case Opcode::stack_object:
    case Opcode::move:
    case Opcode::trunc:
    case Opcode::sext:
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
    case Opcode::load:
    case Opcode::load_result:
      read_if(instruction.a);
      return write(instruction.dst);
    case Opcode::store:
      read_if(instruction.a);
      return read_if(instruction.b);
    case Opcode::select:
    case Opcode::index:
      read_if(instruction.a), read_if(instruction.b), read_if(instruction.c);
      return write(instruction.dst);
    case Opcode::compare_exchange:
      read_if(instruction.a), read_if(instruction.b), read_if(instruction.c);
      write(instruction.dst);
      return write(instruction.e);
    case Opcode::add_overflow:
    case Opcode::sub_overflow:
    case Opcode::mul_overflow:
      read_if(instruction.a), read_if(instruction.b);
      write(instruction.dst);
      return write(instruction.e);
    default:  // two operands, one result
      read_if(instruction.a), read_if(instruction.b);
      return write(instruction.dst);
  }
}

bool may_jump(const Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::call:
    case Opcode::call_pointer:
    case Opcode::builtin:
      return true;
    default:
      return false;
  }
}

// Where a longjmp may go on in this function.
std::vector<Operand> jump_places(const Function& function) {
  std::vector<Operand> places;
  for (std::size_t pc = 0; pc < function.code.size(); ++pc)
    if (function.code[pc].opcode == Opcode::builtin &&
        static_cast<Builtin>(function.code[pc].a) == Builtin::set_jump)
      places.push_back(static_cast<Operand>(pc));
  return places;
}

template <class Visit>
void successors(const Function& function, std::size_t pc, const std::vector<Operand>& jumps, Visit visit) {
  const Instruction& instruction = function.code[pc];
  if (may_jump(instruction)) std::for_each(jumps.begin(), jumps.end(), visit);
  switch (instruction.opcode) {
    case Opcode::jump:
      return visit(instruction.a);
    case Opcode::branch:
      visit(instruction.b);
      return visit(instruction.c);
    case Opcode::switch_:
      for (Operand i = 0; i < instruction.c; ++i)
        visit(function.extra[static_cast<std::size_t>(instruction.b + 2 * i + 1)]);
      return visit(instruction.e);
    case Opcode::ret:
    case Opcode::unreachable:
    case Opcode::unsupported:
      return;
    default:
      if (const Handler* handler = handler_of(function, static_cast<std::uint32_t>(pc)))
        visit(handler->landing);
      return visit(static_cast<Operand>(pc + 1));
  }
}

void number_anew(Function& function, std::vector<Bits>& before) {
  const std::size_t count = function.registers;
  const std::size_t size = function.code.size();
  const std::size_t words = (count + 63) / 64;
  const std::vector<Operand> jumps = jump_places(function);
  before.assign(size, Bits(words));
  const auto after = [&](std::size_t pc) {
    Bits live(words);
    successors(function, pc, jumps, [&](Operand next) {
      if (static_cast<std::size_t>(next) < size)
        for (std::size_t w = 0; w < words; ++w) live[w] |= before[static_cast<std::size_t>(next)][w];
    });
    return live;
  };
  bool changed = true;
  while (changed) {
    changed = false;
    for (std::size_t pc = size; pc-- > 0;) {
      Bits live = after(pc);
      registers_of(
          function.code[pc], function.extra, [](Operand&) {}, [&](Operand& r) { reset(live, r); });
      registers_of(
          function.code[pc], function.extra, [&](Operand& r) { set(live, r); }, [](Operand&) {});
      if (live != before[pc]) {
        before[pc] = std::move(live);
        changed = true;
      }
    }
  }
  // Two registers interfere if one is written while the other is live, or both in one instruction.
  std::vector<Bits> interferes(count, Bits(words));
  const auto conflict = [&](Operand x, Operand y) {
    if (x == y) return;
    set(interferes[static_cast<std::size_t>(x)], y);
    set(interferes[static_cast<std::size_t>(y)], x);
  };
  for (std::size_t pc = 0; pc < size; ++pc) {
    const Bits live = after(pc);
    std::vector<Operand> written;
    registers_of(
        function.code[pc], function.extra, [](Operand&) {}, [&](Operand& r) { written.push_back(r); });
    for (const Operand w : written) {
      for (Operand r = 0; static_cast<std::size_t>(r) < count; ++r)
        if (test(live, r)) conflict(w, r);
      for (const Operand other : written) conflict(w, other);
    }
  }
  std::vector<Operand> colour(count, -1);
  auto colours = static_cast<Operand>(function.parameters);
  for (Operand p = 0; p < colours; ++p) {
    colour[static_cast<std::size_t>(p)] = p;
    for (Operand r = 0; r < colours; ++r) conflict(p, r);
    if (size > 0)  // what is live on entry
      for (Operand r = 0; static_cast<std::size_t>(r) < count; ++r)
        if (test(before[0], r)) conflict(p, r);
  }
  for (std::size_t r = function.parameters; r < count; ++r) {
    std::vector<bool> taken(static_cast<std::size_t>(colours) + 1);
    for (std::size_t other = 0; other < count; ++other)
      if (test(interferes[r], static_cast<Operand>(other)) && colour[other] >= 0)
        taken[static_cast<std::size_t>(colour[other])] = true;
    const auto first_free = std::find(taken.begin(), taken.end(), false) - taken.begin();
    colour[r] = static_cast<Operand>(first_free);
    colours = std::max(colours, colour[r] + 1);
  }
  const auto renumber = [&](Operand& r) { r = colour[static_cast<std::size_t>(r)]; };
  for (Instruction& instruction : function.code)
    registers_of(instruction, function.extra, renumber, renumber);
  function.registers = static_cast<std::uint32_t>(colours);
  for (Bits& live : before) {
    Bits coloured(words);
    for (std::size_t r = 0; r < count; ++r)
      if (test(live, static_cast<Operand>(r))) set(coloured, colour[r]);
    live = std::move(coloured);
  }
}

}  // namespace

void allocate_registers(Program& program) {
  std::map<std::vector<std::uint32_t>, std::uint32_t> lists;
  const auto intern = [&](const Bits& bits) {
    std::vector<std::uint32_t> list;
    for (std::uint32_t r = 0; r < bits.size() * 64; ++r)
      if (test(bits, static_cast<Operand>(r))) list.push_back(r);
    const auto [entry, is_new] =
        lists.try_emplace(list, static_cast<std::uint32_t>(program.register_lists.size()));
    if (is_new) program.register_lists.push_back(std::move(list));
    return entry->second;
  };
  for (Function& function : program.functions) {
    std::vector<Bits> before;
    number_anew(function, before);
    const std::vector<Operand> jumps = jump_places(function);
    for (std::size_t pc = 0; pc < function.code.size(); ++pc) {
      function.live_before.push_back(intern(before[pc]));
      Bits across(before[pc].size());
      successors(function, pc, jumps, [&](Operand next) {
        if (static_cast<std::size_t>(next) < before.size())
          for (std::size_t w = 0; w < across.size(); ++w)
            across[w] |= before[static_cast<std::size_t>(next)][w];
      });
      Instruction instruction = function.code[pc];
      registers_of(
          instruction, function.extra, [](Operand&) {}, [&](Operand& r) { reset(across, r); });
      function.live_across.push_back(intern(across));
    }
  }
}

}  // namespace heddle::program
