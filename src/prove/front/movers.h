// SPDX-License-Identifier: Apache-2.0
// Fewer, longer atomic steps. A step that touches nothing but the thread's own variables and cells it has
// just allocated and shown to nobody commutes with every step of every other thread, so it can be one with
// the step before or after it (Lipton's reduction). Points of effect join the step before them: that is their
// meaning.
#pragma once

#include <functional>
#include <vector>

#include "base/result.h"
#include "prove/front/program.h"

namespace heddle::prove {

// `inside`: nodes within an atomic block, which must disappear altogether; an error if one cannot.
base::Result<Program> merge_movers(Program program, const std::vector<bool>& inside);

// The same for collected memory once more, with what locks and keys that are never changed allow (sets).
Program merge_locked(Program program);

// Every operation in turn, and whether it certainly accesses a cell that nobody else knows.
void for_each_operation(const Program& program,
                        const std::function<void(const Edge&, const Op&, bool is_owned)>& visit);

// For tests: only the atomic blocks become steps; points of effect, which belong to the step before, are
// gone.
base::Result<Program> merge_atomic_blocks(Program program, const std::vector<bool>& inside);

}  // namespace heddle::prove
