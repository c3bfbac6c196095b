// SPDX-License-Identifier: Apache-2.0
// The rows of schedule/wishes.def as flags of `heddle check`.
#pragma once

#include "cli/verb.h"
#include "schedule/wishes.h"

namespace heddle::cli {

// Those of one engine, in the verb's present group.
void add_wishes(CLI::App& app, schedule::Wishes& wishes, schedule::Engine engine);

}  // namespace heddle::cli
