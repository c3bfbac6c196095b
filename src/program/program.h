// SPDX-License-Identifier: Apache-2.0
// A program as the machine executes it: functions of compact instructions over 64-bit registers, and globals
// with their first bytes. Plain data, no trace of LLVM; translate.h makes it from bitcode, builder.h by hand.
//
// Addresses are made of an object's number and an offset, so that an access out of bounds never lands in a
// neighbour and pointers stay the same however the allocations of different threads interleave:
//   bits 51–63 the mark 0x48 and five zeros · bits 32–50 the object's number · bits 0–31 the offset plus
//   kBias.
// The zeros keep text apart: eight letters never look like an address.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "event/names.h"
#include "sync/call.h"

namespace heddle::program {

using Word = std::uint64_t;
using ObjectNumber = std::uint32_t;

inline constexpr Word kPointerMark = Word{0x48} << 56;
inline constexpr Word kPointerMarkMask = Word{0x1FFF} << 51;
inline constexpr ObjectNumber kMostObjects = 1 << 19;
inline constexpr Word kBias = 0x40000000;

constexpr Word address_of(ObjectNumber object, std::int64_t offset = 0) {
  return kPointerMark | (Word{object} << 32) | ((kBias + static_cast<Word>(offset)) & 0xFFFFFFFF);
}
constexpr bool is_pointer(Word value) { return (value & kPointerMarkMask) == kPointerMark; }
constexpr ObjectNumber object_of(Word address) {
  return static_cast<ObjectNumber>(address >> 32) & (kMostObjects - 1);
}
constexpr std::int64_t offset_of(Word address) {
  return static_cast<std::int64_t>(address & 0xFFFFFFFF) - static_cast<std::int64_t>(kBias);
}

// A thread's id (pthread_t) has a mark of its own, so that it can be told from a number: bits 32–63 are
// 0x49000000.
inline constexpr Word kThreadMark = Word{0x49} << 56;
constexpr Word thread_id(std::uint32_t thread) { return kThreadMark | (Word{thread} + 1); }
constexpr bool is_thread_id(Word value) { return value >> 32 == kThreadMark >> 32; }
constexpr bool looks_like_name(Word value) {
  return value >> 57 == 0x24 && (is_pointer(value) || is_thread_id(value));
}

enum class Opcode : std::uint8_t {
#define HEDDLE_OPCODE(enumerator) enumerator,
#include "program/opcode.def"
#undef HEDDLE_OPCODE
};
std::string_view name(Opcode opcode);

enum class Builtin : std::uint8_t {
#define HEDDLE_BUILTIN(enumerator, seen, names) enumerator,
#include "program/builtin.def"
#undef HEDDLE_BUILTIN
};
std::string_view name(Builtin builtin);
std::optional<Builtin> builtin_named(std::string_view linker_name);
// A call of the rule book, by its own name or as a member of one of libstdc++'s classes.
sync::Named sync_named(std::string_view linker_name);

enum class IntegerPredicate : std::uint8_t { eq, ne, ugt, uge, ult, ule, sgt, sge, slt, sle };
enum class RmwOperation : std::uint8_t { exchange, add, sub, and_, nand, or_, xor_, max, min, umax, umin };

// Of numbers that may have more than 64 bits: whole ones of up to 128, floating-point ones of 32, 64 or 80.
enum class WideOperation : std::uint8_t {
  add,
  sub,
  mul,
  udiv,
  sdiv,
  urem,
  srem,
  shl,
  lshr,
  ashr,
  fadd,
  fsub,
  fmul,
  fdiv,
  frem,
  fneg,
  sext,
  real_to_signed,
  real_to_unsigned,
  signed_to_real,
  unsigned_to_real,
  resize,
  compare,       // the first operand is an IntegerPredicate
  compare_real,  // … LLVM's predicate
  ceiling,       // of reals, as all that follow
  floor,
  truncate,
  round,       // halves away from zero
  round_even,  // halves to the even one
  absolute,
  square_root,
  copy_sign,
  least,
  most,
};

inline constexpr std::uint8_t kWeak = 0x80;  // in the flags of a compare-exchange: may fail for no reason

// In the flags of a store: of a pointer to virtual functions. Constructors and destructors store it again and again;
// what is there already is read, not written, since no program can tell.
inline constexpr std::uint8_t kVirtual = 1;

// As `e` of a load_result: what was never written is taken as it is, without being told.
inline constexpr std::int32_t kAsItIs = 1;

// An operand ≥ 0 is a register; −1 − k is constant k of the program. Targets of jumps are instruction
// numbers.
using Operand = std::int32_t;
inline constexpr Operand kNoRegister = -1;

struct Instruction {
  Opcode opcode = Opcode::unreachable;
  std::uint8_t width = 0;
  std::uint8_t aux = 0;
  std::uint8_t flags = 0;
  Operand dst = kNoRegister;
  Operand a = 0;
  Operand b = 0;
  Operand c = 0;
  Operand e = 0;
  std::uint32_t location = 0;  // of Program::locations; 0 is unknown
};
static_assert(sizeof(Instruction) == 28);

// Where an exception that leaves the call at `call` goes on: at a landing pad of the function.
struct Handler {
  std::uint32_t call = 0;     // instruction
  Operand landing = 0;        // instruction
  std::vector<Word> catches;  // addresses of types, in the order in which they are tried; 0: everything
  bool cleans_up = false;     // it wants to be passed by what it does not catch, too
  bool filters = false;       // an exception specification
};

struct Function {
  std::string name;  // as a person writes it
  std::string linker_name;
  std::vector<Instruction> code;
  std::vector<Operand> extra;    // arguments, results and cases of the instructions
  std::uint32_t parameters = 0;  // in registers 0, 1, …
  std::uint32_t registers = 0;
  bool trusted = false;
  std::vector<Handler> handlers;  // by call
  // What must be kept: registers that are read later, seen from before an instruction, and across a call.
  // `live_before[pc]` and `live_across[pc]` are numbers of register lists in Program::register_lists.
  std::vector<std::uint32_t> live_before;
  std::vector<std::uint32_t> live_across;
};

inline const Handler* handler_of(const Function& function, std::uint32_t call) {
  for (const Handler& handler : function.handlers)
    if (handler.call == call) return &handler;
  return nullptr;
}

struct Global {
  std::string name;
  std::string parts;  // what its parts are called (event/parts.h); empty: unknown
  std::vector<std::uint8_t> bytes;
  std::uint32_t declared = 0;  // of Program::locations
  bool constant = false;
  bool thread_local_storage = false;
  bool elsewhere = false;  // of a library: its bytes are not known
  bool inside_function = false;
  std::string scope;  // "bank::"
};

// What a pointer may point to: the numbers of pointers in `parts` are those of this table.
struct Pointee {
  std::string type;     // as the source calls it; empty: nothing is known of it
  std::string written;  // … and writes it: "struct node"
  std::uint64_t bytes = 0;
  std::string parts;
};

// What the macros of <heddle/annotate.h> say about memory: of a global or a part of one, or of a field of every object of
// a type.
struct Annotation {
  enum class Kind : std::uint8_t {
    protected_by = 1,
    exclusive = 2,
    thread_local_ = 3,
    benign = 4,
    trusted_file = 5
  };
  Kind kind = Kind::benign;
  Word address = 0;
  std::uint64_t size = 0;
  Word other = 0;  // the lock, or the predicate's function
  // Of a field: the object it is in; `other` is then a function of it. In Program::field_annotations the type's number
  // instead, and `address` is the place in the object.
  Word instance = 0;
};

// What is tried for inputs of more than 8 bits (translate/inputs.cpp).
struct Inputs {
  std::vector<Word> cuts;  // where ranges begin in which the program may treat all values alike; of 64 bits
  bool is_exact = false;   // it does: it only compares them with constants, and adds constants
  std::uint32_t inexact_at = 0;  // what else it does with them: the first place
};

struct Program {
  std::string source;
  std::vector<Function> functions;
  std::vector<Global> globals;
  std::vector<Pointee> pointees;
  std::vector<Word> constants;
  std::vector<event::Location> locations = {event::Location{}};
  std::vector<std::string> messages;
  std::vector<std::vector<std::uint32_t>> register_lists;
  std::vector<std::uint32_t> constructors;  // functions to run before main
  std::vector<Annotation> annotations;
  std::vector<Annotation> field_annotations;
  std::uint32_t main = 0;
  // Functions that every thread runs when it ends, and that the program runs when it exits.
  std::optional<std::uint32_t> thread_end;
  std::optional<std::uint32_t> exit_handlers;
  std::optional<std::uint32_t> quick_exit_handlers;
  Inputs inputs;
  bool asks_for_ends = false;  // of threads, without waiting for them (pthread_tryjoin_np …)
  bool reads_errno = false;
  std::vector<std::string> missing;  // functions that are called and have no body; by linker name

  // Objects: 0 is none; then functions, then globals; those made at run time follow.
  static ObjectNumber function_object(std::size_t function) {
    return static_cast<ObjectNumber>(1 + function);
  }
  ObjectNumber global_object(std::size_t global) const {
    return static_cast<ObjectNumber>(1 + functions.size() + global);
  }
  ObjectNumber first_dynamic_object() const { return global_object(globals.size()); }
};

}  // namespace heddle::program
