// SPDX-License-Identifier: Apache-2.0
// In words: code of a program that was not compiled for heddle, so that nobody saw what it did.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::runtime::host {

struct UninstrumentedCode {  // of one program or library
  struct Function {
    std::string name;  // as the linker knows it
    std::uint64_t address = 0;
    bool is_result = false;  // it seems to store nothing but the structure that it returns
  };
  std::string path;
  bool whole = false;          // nothing of it was compiled for heddle
  bool stripped = false;       // its functions are not known
  bool lacks_members = false;  // of local variables: compiled by clang without heddle's plug-in
  std::uint64_t count = 0;
  std::vector<Function> functions;  // the first few
};

// Reads the file. Nothing is found in a script, or in what cannot be read.
UninstrumentedCode uninstrumented_code(const std::string& path);
// What is left of it if functions, files and libraries that match a pattern are trusted (suppressions.h).
UninstrumentedCode without_trusted(const UninstrumentedCode& code, const std::vector<std::string>& patterns);
// It was linked with -static-libstdc++: its threads cannot be taken over.
bool has_own_standard_library(const std::string& path);
// The doubt it causes; empty: none.
std::string describe(const UninstrumentedCode& code);
// What the reader can do about it, for the notes of the report.
inline constexpr const char* kInstead =
    "Compile it with `heddle c++`, in CMake by heddle_instrument(TARGET), or name it with --trust if what it "
    "does to "
    "memory does not matter.";

}  // namespace heddle::runtime::host
