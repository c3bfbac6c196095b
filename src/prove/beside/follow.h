// SPDX-License-Identifier: Apache-2.0
// Has the translated program an execution that does what the compiled one has done?
//
// Each thread of the compiled program is followed by a thread of the translated one, access by access: an edge that
// accesses a shared variable, a field of a cell or a lock needs the access that comes next in the trace, to the same
// address. What it reads is what the compiled program read there, so threads need not be followed together; what it
// writes, allocates, frees and returns must be what the compiled one did. Edges that only look at locals are taken as
// they come. Where the translation does not follow a number it has several edges: all that fit are kept.
//
// This looks for one mistake only: that the compiled program does what the translated one cannot. A translated program
// that can do more is no danger to a proof.
#pragma once

#include <cstddef>
#include <string>

#include "prove/beside/trace.h"
#include "prove/front/program.h"

namespace heddle::prove {

struct Followed {
  std::string disagreement;  // empty: none
  std::size_t calls = 0;
  std::size_t accesses = 0;  // to what is followed
};

Followed follow(const Program& program, const NativeLayout& layout, const NativeTrace& trace);

}  // namespace heddle::prove
