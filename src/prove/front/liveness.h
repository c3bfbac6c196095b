// SPDX-License-Identifier: Apache-2.0
// Which locals still matter at a node. A view keeps only those: dead pointers would multiply the views.
// Backward data flow over the edges; linear in the program for every round, few rounds.
#pragma once

#include <vector>

#include "prove/front/program.h"

namespace heddle::prove {

// Which locals of a function a packed view keeps, in order.
using Layout = std::vector<int>;

// By node: the live locals of its function, ascending.
std::vector<Layout> live_locals(const Program& program);

// By edge: those live locals at its start that the step itself reads. What an interfering thread knows beyond
// them does not matter for what its step does.
std::vector<Layout> read_locals(const Program& program);

}  // namespace heddle::prove
