// SPDX-License-Identifier: Apache-2.0
// What the instructions of one function do to memory, and whether they tell of it.
//
// Instrumented code calls __tsan_read4 and its like before every access that another thread could notice. The
// compilers leave out accesses of constants and of locals whose address goes nowhere, so a function without
// such a call is suspicious only if it does more than that. Its instructions are read in their order, once:
// a register that was set from the stack pointer, or to the address of a constant, stands for memory of no
// interest, until it is set to something else. O(bytes of code), no memory.
//
// What counts as seen although it is not: a function of which some accesses are instrumented and others are
// not (inline assembly inside it), and pointers into the own frame that become others by arithmetic.
#pragma once

#include <cstdint>

#include "runtime/machine_code/elf_file.h"

namespace heddle::machine_code {

struct Body {
  bool tells = false;    // it calls the instrumentation of accesses
  bool touches = false;  // memory beyond its own frame and constants
  // All it touches is what its first argument points to, and that it returns: so are structures returned.
  bool only_result = true;
};

struct Extent {
  std::uint64_t address = 0, size = 0;
  bool has_frame = false;  // a part of a function, entered with its frame
  // A call at its entry says that it is instrumented. clang makes these calls in functions with
  // no_sanitize("thread") as well; gcc does not, and at -O0 leaves out copies of structures as arguments and
  // results, so that nothing but these calls may be left.
  bool entry_tells = false;
};
Body examine(const ElfFile& file, const Extent& function);

// Calls `seen` with the address of each function of the file that it calls, or jumps on to.
void each_callee(const ElfFile& file, const Extent& function,
                 void (*seen)(void* context, std::uint64_t address), void* context);

}  // namespace heddle::machine_code
