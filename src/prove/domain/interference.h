// SPDX-License-Identifier: Apache-2.0
// Putting an interfering thread beside a victim: the state both could be part of, if there is one.
//
// The two must agree on what is shared. What relates the local pointers of one to those of the other is not
// known; it is everything that is consistent, except that
//   - what one thread owns the other cannot get to;
//   - two threads never have a right to the same cell (see view.h);
//   - two calls never have the same observed value as input: values are input at most once. Two calls whose
//     input is not observed may have anything in common.
#pragma once

#include "prove/domain/view.h"

namespace heddle::prove {

// False if no state has both. `interferer` is a one-part view of a thread in `function` with the locals of
// `layout`.
bool combine(const View& victim, const View& interferer, const Layout& layout, const Function& function,
             const Frame& frame, View& both);

}  // namespace heddle::prove
