// SPDX-License-Identifier: Apache-2.0
// Where a program's global variables are declared, from the debug information of one file (DWARF, read by
// LLVM: libbacktrace knows of code only). Reads all of it on the first question, which only a report asks.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "event/names.h"

namespace heddle::runtime::host {

class Declarations {
 public:
  explicit Declarations(const std::string& path);
  ~Declarations();
  Declarations(const Declarations&) = delete;
  Declarations& operator=(const Declarations&) = delete;

  // Of the variable that begins at this address, one of the file's own.
  std::optional<event::Location> of(std::uint64_t variable_address) const;

 private:
  struct File;
  std::unique_ptr<File> file_;  // null: it has none
};

}  // namespace heddle::runtime::host
