// SPDX-License-Identifier: Apache-2.0
// Three threads out of three views of two: the state that all of them could be part of, if there is one.
//
// Every two pointers of the three threads, the shared variables and the tracked cells stand in at least one
// of the views, so nothing about the joined view is a guess: relations and ages are what every view allows
// that knows both sides, and the join fails if nothing is left. A tracked cell that one of the threads owns
// is hidden in the view of the other two and taken from the others.
#pragma once

#include "prove/domain/view.h"

namespace heddle::prove {

// Threads change places: part 0 is part 1 and the other way round.
void swap_parts(View& view);

// What part 0 of a two-thread view knows alone: a one-thread view, packed.
std::string pack_alone(View view, const Kept& kept, const Frame& frame);

// Parts 0, 1, 2 of `all` are a, b, c. The views' own slots are as unpack() gives them.
bool join(const View& ab, const View& ac, const View& bc, const Kept& a, const Kept& b, const Kept& c,
          const Frame& frame, View& all);

}  // namespace heddle::prove
