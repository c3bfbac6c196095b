// SPDX-License-Identifier: Apache-2.0
// The least set of two-thread views closed under the steps of either thread and the interference of a third.
//
//   X = {(idle, idle)} ∪ step(X) ∪ interfere(X, X, X)
//
// One-thread views lose how the pointers of two threads stand to each other: of two cells that two threads
// hold, rights and ownership (view.h) tell some apart and not others, for instance not a cell that was taken
// from one shared variable and a cell that was taken from another. Wolff's thesis (chapter 3) needs two
// threads a view for explicit memory; here they are what is left to try when one is not enough.
//
// A view (a, b) stands for every state in which two different threads are as its two parts say. An unordered
// pair is one view: it is kept in the lesser of its two orders. A third thread c can disturb (a, b) only if
// (a, c) and (b, c) are views too; the thesis joins (a, b) with (a, c) alone and lets b and c be related
// anyhow, here all three must agree (triple.h), which leaves nothing to guess. As in fixed_point.h, of c only
// what its step reads is kept (an effect), and steps that nobody can feel have none. Views and effects are
// grouped by what a alone knows: (a, b) meets the effects that both a's and b's group have of the same c.
//
// Sound: by induction over an execution, every two threads of a reached state have a view in X. A step of one
// of them is a step of the view; a step of a third thread c is covered by the views of all three, which X has
// by induction, and by the join of those, which contains the state. Threads that have not begun are idle.
// Cost: quadratic in the one-thread views and more: seconds for a stack, hours for Michael and Scott's queue.
#pragma once

#include "prove/fixpoint/fixed_point.h"

namespace heddle::prove {

Outcome saturate_pairs(const Program& program, const Observer& observer, const Options& options);

}  // namespace heddle::prove
