// SPDX-License-Identifier: Apache-2.0
// What is to be run, made ready: a source file is compiled for it, a program must have been.
#pragma once

#include <string>

#include "base/result.h"
#include "base/scratch_directory.h"
#include "compile/build.h"

namespace heddle::runtime::host {

// The directory of the runtime libraries: next to this program, where it is installed, or
// $HEDDLE_RUNTIME_DIRECTORY.
base::Result<std::string> runtime_directory();

// The path of the program: that of `source` if it is one, or of what was built from it in `to`.
base::Result<std::string> prepare(const compile::Source& source, const std::string& runtime_directory,
                                  const base::ScratchDirectory& to);

}  // namespace heddle::runtime::host
