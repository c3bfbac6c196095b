// SPDX-License-Identifier: Apache-2.0
// `heddle trace replay-order`: the run that a finding carries, step by step, and checked once more.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/verb.h"
#include "event/event.h"
#include "event/names.h"

namespace heddle::cli {

Action add_replay_order(CLI::App& app);

// The events at these positions, in this order, as a trace file.
base::Result<void> write_run(const std::string& path, const event::Names& names,
                             std::span<const event::Event> events, std::span<const event::Position> run);

}  // namespace heddle::cli
