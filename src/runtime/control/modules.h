// SPDX-License-Identifier: Apache-2.0
// The modules of the process: which were compiled for heddle, and where their globals are: modules.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

struct dl_phdr_info;

namespace heddle::control {

struct Range {
  std::uint64_t begin, end;
};
// The place in the program from which a library that called heddle was called; looked for only while an
// execution is recorded. nullptr: `pc` is in the program itself, or nothing was found.
const void* own_caller(const void* pc);
bool is_own_module(const dl_phdr_info* info);  // it was compiled for heddle
bool is_own_code(std::uint64_t pc);
bool tells_every_access();  // none of them was compiled with only the checks that `heddle run` needs
// Calls the reader with the bytes of the module's file; false: they cannot be had.
bool read_module(const dl_phdr_info* info, void (*reader)(const char*, std::size_t, void*), void* argument);
// Where the globals of instrumented modules are, and their thread-local variables of this thread: all that
// there is room for; how many ranges there are.
std::size_t own_globals(Range* ranges, std::size_t room);
// The destructor functions of instrumented modules, in the order in which they run; false: there are no more.
bool own_destructor(std::size_t index, void (**function)());

struct UninstrumentedCode {  // of one module
  static constexpr std::size_t kNamed = 3;
  char path[512];
  bool whole;           // nothing of it was compiled for heddle
  bool stripped;        // its functions are not known
  bool lacks_members;   // of local variables: compiled by clang without heddle's plug-in
  std::uint32_t count;  // functions of it that were not
  char names[kNamed][256];
  std::uint64_t addresses[kNamed];  // in the file's own terms
};
// Looks once a process; the array it returns stays.
const UninstrumentedCode* uninstrumented_code(std::size_t* count);

}  // namespace heddle::control
