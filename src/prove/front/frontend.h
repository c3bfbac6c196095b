// SPDX-License-Identifier: Apache-2.0
// From C with <heddle/prove.h> to a heap program: clang compiles, this translates the bitcode.
//
// The language is what the domain can express: functions over shared and local pointers to one kind of cell
// with one integer field (the data) and one pointer field (next), atomic and plain loads and stores,
// compare-and-swap, exchange, tagged pointers, locks, HEDDLE_NEW and HEDDLE_FREE. Data may be moved, never
// compared or computed with: that is data independence, checked here. Helper functions are inlined.
// Everything else is an error with its line. Memory is taken to be sequentially consistent, whatever orders
// the program asks for.
//
// Every access to memory is a step of its own; movers.h then merges what other threads cannot see between.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "compile/bitcode.h"
#include "prove/front/native_layout.h"
#include "prove/front/program.h"
#include "prove/front/registration.h"

namespace heddle::prove {

struct Compilation {
  std::string compiler = compile::kClang;
  std::vector<std::string> include_directories;  // where <heddle/prove.h> is
  std::vector<std::string> flags;                // the user's own, -D and -I
  Registration registration;                     // what the file does not say itself
};

// All of it, for tests and benchmarks: `heddle prove` looks at what lies between.
base::Result<Program> read_program(const std::string& file, const Compilation& compilation);

// The same before anything is merged: every access to memory is a step.
struct Statements {
  Program program;
  std::vector<bool> inside;  // by node: within an atomic block
  int block_lock = -1;       // the lock that atomic blocks take; -1: there are none
  NativeLayout layout;
};
// As the file says it: an atomic block takes a lock.
base::Result<Statements> translate_file(const std::string& file, const Compilation& compilation);
// What is proved of them.
base::Result<Program> program_of(Statements statements);
// The source as it is compiled, in `scratch` if the command line adds to it; and what the compiler is given for it.
base::Result<std::string> source_of(const std::string& file, const Compilation& compilation,
                                    const base::ScratchDirectory& scratch);
std::vector<std::string> arguments_of(const std::string& file, const Compilation& compilation);

// For tests.
base::Result<Statements> read_statements(const std::string& file, const Compilation& compilation);

}  // namespace heddle::prove
