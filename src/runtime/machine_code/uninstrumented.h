// SPDX-License-Identifier: Apache-2.0
// Which functions of a linked program or library were not compiled for heddle, though they touch memory that
// other threads could see: those of an object file or a static library that was compiled without
// instrumentation, assembly, functions with no_sanitize("thread").
//
// A function counts as one if no instruction of it calls the instrumentation of accesses and one of its
// accesses may go beyond its own stack frame and constants. See uninstrumented.cpp for what is left out.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::machine_code {

enum class Examined : std::uint8_t {
  whole,
  without_symbols,  // stripped: its functions are not known
  no,               // no x86-64 ELF file
};

struct Uninstrumented {
  const char* name;       // as the linker knows it
  std::uint64_t address;  // in the file's own terms
  bool is_result;         // all it touches may be the structure that it returns
};

// Calls `found` for each, in the order of the symbol table. `image` is the whole file.
Examined find_uninstrumented(const char* image, std::size_t size,
                             void (*found)(void* context, const Uninstrumented& function), void* context);

// Some of it was compiled by clang without heddle's plug-in (compile/clang): accesses that clang leaves out are
// missing.
bool lacks_members(const char* image, std::size_t size);

// It was linked with -static-libstdc++.
bool has_own_standard_library(const char* image, std::size_t size);

}  // namespace heddle::machine_code
