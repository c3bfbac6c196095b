// SPDX-License-Identifier: Apache-2.0
// LLVM bitcode or assembly files → Program. See translate.cpp.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "program/program.h"

namespace heddle::program {

// Files that do not parse, or lack the function that the program starts with, are errors; a construct that is
// not supported becomes an `unsupported` instruction that names it and its line.
base::Result<Program> translate(const std::vector<std::string>& bitcode_files,
                                const std::string& start = "main");

// Liveness of registers, and few registers: fills `registers`, `live_before` and `live_across` of every
// function. The last step of making a Program.
void allocate_registers(Program& program);

// How the program treats its inputs; before registers are allocated, each of which then stands for several values.
Inputs inputs_of(const Program& program);

}  // namespace heddle::program
