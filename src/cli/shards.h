// SPDX-License-Identifier: Apache-2.0
// --shard i/n, on each command whose work can be shared out.
#pragma once

#include <string>
#include <string_view>

#include <CLI/Error.hpp>
#include <CLI/Validators.hpp>

#include "finding/finding.h"
#include "schedule/shard.h"
#include "schedule/wishes.h"

namespace heddle::cli {

CLI::Validator is_shard();
CLI::Validator can_be_replaced();  // a checkpoint: by a file that is renamed to it  // "3/16"

// The outline of a share of a check: what identifies its program and all that it was run with, a slash, and a digest of
// what was shared out: those of each run of the program after a space, and of each check of a run after a comma.
inline constexpr std::string_view kNoOutline =
    "none";  // the run ended before the shares were made, or by a failure
inline constexpr std::string_view kWholeOutline = "whole";  // nothing of the run was to be shared out

// What a share's report has beside: which it is, and its guarantee, which is of the whole.
void note_share(finding::Report& report, schedule::Shard shard, const std::string& outline,
                const std::string& options);

// The wishes that make a difference to what is found, but those that are as always: "memory_model=sc leaks=true".
std::string wishes_in_words(const schedule::Wishes& wishes);

}  // namespace heddle::cli
