// SPDX-License-Identifier: Apache-2.0
// The names an ELF file itself gives to its functions and variables: all that is wanted of the system's
// libraries, without reading their debug information, which takes longer than most runs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::runtime::host {

class ElfSymbols {
 public:
  struct Symbol {
    std::uint64_t address = 0;  // in the file's own terms
    std::uint64_t size = 0;
    std::string name;  // as the linker knows it
  };

  // No symbols at all if the file cannot be read.
  explicit ElfSymbols(const std::string& path);
  // The symbol that `address` is in, or nullptr.
  const Symbol* at(std::uint64_t address) const;

 private:
  std::vector<Symbol> symbols_;  // by address
};

}  // namespace heddle::runtime::host
