// SPDX-License-Identifier: Apache-2.0
// Atomic blocks are one lock that all of them take, natively and here. Where nothing outside the blocks can
// get in their way, they are single steps instead, which is the same and cheaper:
//   - no shared variable that is accessed in a block is accessed outside one,
//   - no field that is written in a block is read outside, or written outside and accessed in one, except in
//     cells that nobody else knows yet,
//   - no lock is taken or released in a block.
// Frees outside are no obstacle: what a block then sees of the cell it also sees if the free came before the
// whole block. The initial function runs alone and does not count.
#pragma once

#include "prove/front/frontend.h"

namespace heddle::prove {

Statements settle_atomic_blocks(Statements statements);

}  // namespace heddle::prove
