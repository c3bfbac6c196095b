// SPDX-License-Identifier: Apache-2.0
// The ways a step of Stepper branches: on relations that are not single, on what a pointer points to, on what
// becomes shared with a cell. Private to the files step*.cpp.
#pragma once

#include "prove/domain/step.h"

namespace heddle::prove {

using FindingKind = finding::Kind;

// Calls `then` with every consistent choice of single relations between row and the slots of `among`.
template <class Then>
void Stepper::split_row(View& view, Slot row, Slots among, Then then) {
  const Slots open = view.shape.all_single(row) & among & view.shape.used();
  if (open == 0) return then(view);
  const Slot other = *each(open);
  const Relations set = view.shape.at(row, other);
  for (unsigned left = set; left != 0; left &= left - 1) {
    const auto relation = static_cast<Relations>(left & (~left + 1));
    View choice = view;
    if (choice.shape.restrict(row, other, relation)) split_row(choice, row, among, then);
  }
}

// is_end(view, end) where x is that end; is_cell(view) where it points to a cell.
template <class Cell, class End>
void Stepper::by_target(View& view, Slot x, Cell is_cell, End is_end) {
  for (Slot end = 0; end < kEnds; ++end) {
    if (!view.shape.may(x, end, kEqual)) continue;
    if (view.shape.is(x, end, kEqual)) return is_end(view, end);
    View choice = view;
    if (choice.shape.restrict(x, end, kEqual)) is_end(choice, end);
    if (!view.shape.restrict(x, end, static_cast<Relations>(~kEqual))) return;
  }
  is_cell(view);
}

// Whether a shared variable leads there, in rows that are single as far as that goes; if not: perhaps.
inline bool is_reachable(const View& view, Slot x, const Frame& frame) {
  for (Slot shared : each(frame.shared_slots()))
    if (view.shape.may(shared, x, kForward)) return true;
  return false;
}

// Calls `then` where nothing that x leads to is retired, and raises an alarm where that is not certain: x
// becomes reachable.
template <class Then>
void Stepper::if_clean(View& view, Slot x, int line, Then then) {
  if (!frame_.reclaims || x < kEnds) return then(view);
  split_row(view, x, frame_.shared_slots() | (bit(kEnds) - 1), [&](View& choice) {
    if (is_clean(choice, x)) return then(choice);
    raise(FindingKind::use_after_free, "may make a retired cell reachable", line);
  });
}

// Others can now get to x's cell and all it leads to: it is owned no longer.
template <class Then>
void Stepper::publish(View& view, Slot x, Then then) {
  if ((view.own & bit(x)) == 0) return then(view);
  split_row(view, x, view.own, [&](View& choice) {
    for (Slot other : each(choice.own))
      if (choice.shape.may(x, other, kForward)) choice.own &= ~bit(other);
    then(choice);
  });
}

}  // namespace heddle::prove
