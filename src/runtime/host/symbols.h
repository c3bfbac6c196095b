// SPDX-License-Identifier: Apache-2.0
// Addresses of a program, alive or gone, in the words of its source.
//
// libbacktrace reads the debug information of each loaded file once, on first need. A code address is a
// return address: the instruction meant is the one before it. Not thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "event/names.h"
#include "event/system_file.h"
#include "runtime/watch/channel.h"

namespace heddle::runtime::host {

class Variables;

struct Global {
  std::string name;
  std::uint64_t address = 0;
  std::uint64_t size = 0;
};

class Symbols {
 public:
  // What is loaded, asked for whenever it matters: it may grow.
  using Modules = std::function<std::span<const Module>()>;
  explicit Symbols(Modules modules);
  ~Symbols();
  Symbols(const Symbols&) = delete;
  Symbols& operator=(const Symbols&) = delete;

  // The function at a return address and those it is inlined into, innermost first. At least one; without
  // debug information the function's name, or the file and offset.
  const std::vector<event::Location>& code(std::uint64_t return_address);
  std::optional<Global> global(std::uint64_t address);
  // Debug information of the file that the address belongs to, and what to subtract from addresses there; none of
  // what belongs to the system.
  struct Described {
    Variables* variables = nullptr;
    std::uint64_t bias = 0;
  };
  Described described(std::uint64_t address);
  Described program();                                 // of the program itself
  std::string module_of(std::uint64_t address) const;  // its file; "" if none
  // The shared libraries, by name without folder, in which code() found this place.
  std::vector<std::string> libraries_of(const event::Location& place) const;

 private:
  struct File;
  const Module* module_at(std::uint64_t address) const;
  File* file_of(const Module& module);
  static Variables& variables_of(File& file, const Module& module);

  Modules modules_;
  std::map<std::string, std::unique_ptr<File>> files_;
  std::map<std::uint64_t, std::vector<event::Location>> code_;
};

// The name of a function or variable as the source has it.
std::string demangled(const char* name);

// "./a/../bank.cpp" and "bank.cpp" are one file; paths below the working directory are shown relative to it.
std::string tidy_path(const std::string& path);

// Frames of libraries that only pass a call on: not where a person looks first.
using event::is_system_file;
// The system's, heddle's own, or the program itself: nothing that a user could have compiled for heddle besides.
bool is_known_library(const std::string& path);

}  // namespace heddle::runtime::host
