// SPDX-License-Identifier: Apache-2.0
// `heddle check --resume FILE`, with no program: the checkpoint knows what was typed (schedule/checkpoint_command.h). What
// is typed now comes in the place of the same options then. Limits of time and states were those of that stage.
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "base/result.h"

namespace heddle::cli {

// The first part of a checkpoint that this process writes.
std::string command_for_checkpoint();

// All words, where these name a checkpoint and no program; none in all other cases. Fails if it is no checkpoint.
base::Result<std::vector<std::string>> command_to_resume(const std::vector<std::string>& words,
                                                         const CLI::App& app);
// This process with those words; ranks then have the same ones. Returns if that is impossible.
int begin_anew(const char* name, const std::vector<std::string>& words);

}  // namespace heddle::cli
