// SPDX-License-Identifier: Apache-2.0
// No file is lost by a slip of the command line: an output is no input of the same command, no other output, and
// nothing that the user wrote in a language or built.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>

#include "base/result.h"

namespace heddle::cli {

// For every option and positional that names a file to be written: can it be? Looked at before the work begins. What
// has it is an output for check_written_files().
CLI::Validator writable_file();

// Of a verb that CLI11 has parsed.
base::Result<void> check_written_files(const CLI::App& verb);

}  // namespace heddle::cli
