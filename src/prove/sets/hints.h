// SPDX-License-Identifier: Apache-2.0
// A pointer that the program needs no more may still be what the prover needs: when a new cell is linked into the
// list, whether the list goes on behind it is known only as long as what the cell leads to is in sight; and when a cell is
// taken out, which one that is.
#pragma once

#include "prove/front/program.h"

namespace heddle::prove::sets {

// Where `p.next = cell` follows `cell.next = q` or `cell = q.next`, q stays live until then. Changes nothing that the program does.
Program with_hints(Program program);

}  // namespace heddle::prove::sets
