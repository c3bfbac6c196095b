// SPDX-License-Identifier: Apache-2.0
// Retired cells: guards, the facts of reclamation.h, and the step by which the scheme frees a cell.
#include "prove/domain/step_split.h"

namespace heddle::prove {
namespace {

constexpr std::uint8_t kBoth = Reclamation::kLive | Reclamation::kClean;

bool is_end(const View& view, Slot slot) {
  for (Slot end = 0; end < kEnds; ++end)
    if (view.shape.is(slot, end, kEqual)) return true;
  return false;
}

}  // namespace

// Certainly nothing that the slot leads to is retired.
bool Stepper::is_clean(const View& view, Slot slot) const {
  if (slot < kEnds || is_end(view, slot) || view.reclamation.is(slot, Reclamation::kClean)) return true;
  for (Slot shared : each(frame_.shared_slots()))
    if ((view.shape.at(shared, slot) & ~kForward) == 0) return true;
  return false;
}

// After from.next was written; to_clean: with what leads to nothing retired.
void Stepper::note_link(View& view, Slot from, bool to_clean) const {
  if (!frame_.addresses) return;
  Reclamation& known = view.reclamation;
  for (Slot slot : each(view.shape.used() & ~(bit(kEnds) - 1))) {
    if (!view.shape.may(slot, from, kForward)) continue;
    if (!to_clean) known.unset(slot, Reclamation::kClean);
    if (!view.shape.is(slot, from, kEqual)) continue;
    known.stale_next[at(slot)] = -1;
    if (to_clean && known.is(slot, Reclamation::kLive)) known.set(slot, Reclamation::kClean);
  }
}

// An owned cell's next field has the address in a local that lost its target.
void Stepper::note_stale(View& view, Slot cell, Slot address) const {
  if (!frame_.addresses || address < frame_.fixed()) return;
  for (Slot slot : each(view.shape.aliases(cell) & view.own))
    view.reclamation.stale_next[at(slot)] = static_cast<std::int8_t>(address);
}

// Before the cell of these slots is freed. A local of the view's thread keeps the address, and so does the next
// field of a cell of its own that leads there. `foreign` are slots of others.
void Stepper::note_freed(View& view, Slots gone, Slots foreign) const {
  if (!frame_.addresses) return;
  Reclamation& known = view.reclamation;
  const Slots locals = gone & ~foreign & ~(bit(frame_.fixed()) - 1);
  const Slot keeper = locals == 0 ? -1 : *each(locals);
  const Slot cell = *each(gone);
  for (Slot slot : each(view.own))
    if (keeper >= 0 && view.shape.is(slot, cell, kNext))
      known.stale_next[at(slot)] = static_cast<std::int8_t>(keeper);
  for (Slot slot : each(gone)) {
    if (slot < kEnds) continue;
    known.facts[at(slot)] = known.guarded[at(slot)] = 0;
    known.stale_next[at(slot)] = -1;
  }
}

void Stepper::guard_op(View& view, const Op& op, std::size_t index) {
  Reclamation& known = view.reclamation;
  // Under collection there is nothing to guard; and the facts are about the victim's guards, not the
  // interferer's.
  if (!frame_.reclaims || (is_interferer_ && op.action != Action::retire)) return go(view, index + 1);
  switch (op.action) {
    case Action::retire:
      return retire(view, op, index);
    case Action::enter:
      if (known.is_inside) return raise(FindingKind::lock_misuse, "enters twice", op.line);
      known.is_inside = true;
      break;
    case Action::leave:
      if (!known.is_inside) return raise(FindingKind::lock_misuse, "leaves without having entered", op.line);
      known.is_inside = false;
      known.end_guard(kEpochGuard);
      break;
    default: {  // protect
      const auto guard = static_cast<std::uint8_t>(1U << op.a);
      known.end_guard(guard);
      const Slot x = slot_of(view, op.b);
      if (x < kEnds) break;
      known.held[at(x)] |= guard;
    }
  }
  go(view, index + 1);
}

void Stepper::retire(View& view, const Op& op, std::size_t index) {
  const Slot x = slot_of(view, op.a);
  by_target(
      view, x,
      [&](View& v) {
        if ((v.own & bit(x)) == 0) v.is_felt = true;
        split_row(v, x, v.shape.used(), [&](View& row) {
          if (is_reachable(row, x, frame_))
            return raise(FindingKind::use_after_free, "may retire a cell that can still be reached", op.line);
          if (!row.reclamation.is(x, Reclamation::kLive))
            return raise(FindingKind::double_free, "may retire a cell that is retired already", op.line);
          publish(row, x, [&](View& choice) {
            for (Slot slot : each(choice.shape.used() & ~(bit(kEnds) - 1))) {
              if (choice.shape.may(slot, x, kForward)) choice.reclamation.unset(slot, Reclamation::kClean);
              if (choice.shape.is(slot, x, kEqual)) choice.reclamation.unset(slot, Reclamation::kLive);
            }
            go(choice, index + 1);
          });
        });
      },
      [&](View&, Slot end) {
        if (end == kNullSlot) return raise(FindingKind::null_dereference, "retires a null pointer", op.line);
        if (end == kFreedSlot)
          return raise(FindingKind::double_free, "may retire memory that is freed already", op.line);
        raise(FindingKind::strong_pointer_race, "retires an undefined pointer", op.line);
      });
}

// `lost` is a local of the actor and freed, `same` a cell, and their addresses are equal. From here on both are
// pointers to that cell, and so is the next field of an owned cell that has the address.
void Stepper::find_again(View& view, Slot lost, Slot same, std::size_t index, int line) {
  Reclamation& known = view.reclamation;
  const std::uint8_t held = known.held[at(lost)];
  Slot keeper = -1;  // one of them; what is left as freed can be anything, this too
  for (Slot slot : each(view.own))
    if (known.stale_next[at(slot)] == lost) keeper = slot;
  view.shape.add_copy(lost, same);
  copy_facts(view, lost, same);
  known.held[at(lost)] |= held;
  if (keeper < 0) return go(view, index + 1);
  split_row(view, keeper, view.shape.used(), [&](View& row) {
    split_row(row, lost, row.shape.used(), [&](View& choice) {
      const bool clean = is_clean(choice, lost);
      if (choice.shape.store_next(keeper, lost) == Shape::Stored::cycle)
        return raise(FindingKind::linearizability, "may build a cyclic list, which the prover cannot follow",
                     line);
      note_link(choice, keeper, clean);
      go(choice, index + 1);
    });
  });
}

// What follows, as reclamation.h has it, where all relations are single.
void Stepper::settle_facts(View& view) const {
  Reclamation& known = view.reclamation;
  const Slots slots = view.shape.used() & ~(bit(kEnds) - 1);
  for (Slot slot : each(slots)) {
    if (is_end(view, slot)) {
      known.facts[at(slot)] = known.guarded[at(slot)] = 0;
      known.stale_next[at(slot)] = -1;
      if (!view.shape.is(slot, kFreedSlot, kEqual)) known.held[at(slot)] = 0;
      continue;
    }
    if ((view.own & bit(slot)) == 0) known.stale_next[at(slot)] = -1;
    if (!frame_.reclaims) {  // all that is asked for are addresses
      known.facts[at(slot)] = 0;
      continue;
    }
    if (is_reachable(view, slot, frame_)) known.set(slot, kBoth);
    for (Slot same : each(view.shape.aliases(slot) & ~bit(slot))) {
      known.set(slot, known.facts[at(same)]);
      known.held[at(slot)] |= known.held[at(same)];
      known.guarded[at(slot)] |= known.guarded[at(same)];
    }
  }
  if (!frame_.reclaims) return;
  for (Slot slot : each(slots)) {
    if (is_end(view, slot)) continue;
    if (known.is(slot, Reclamation::kLive)) {
      for (Slot next : each(view.shape.used()))
        if (view.shape.is(slot, next, kNext) && is_clean(view, next)) known.set(slot, kBoth);
      known.guarded[at(slot)] |= known.held[at(slot)];
      if (known.is_inside) known.guarded[at(slot)] |= kEpochGuard;
    }
  }
  // What nobody asks for is forgotten, so that fewer views differ: of a cell that cannot be reached, only whoever
  // owns it or has unlinked it is to retire it or to link it anew.
  for (Slot slot : each(slots)) {
    if (is_end(view, slot) || is_reachable(view, slot, frame_) || (view.own & bit(slot)) != 0) continue;
    known.unset(slot, Reclamation::kClean);
    bool has_right = false;
    for (Slot same : each(view.shape.aliases(slot))) has_right |= view.right[at(same)] != 0;
    if (!has_right) known.unset(slot, Reclamation::kLive);
  }
  // Of a guard it is asked for the thread's own pointers only.
  for (Slot slot = kEnds; slot < frame_.fixed(); ++slot) known.held[at(slot)] = known.guarded[at(slot)] = 0;
}

void Stepper::reclaim(const View& view, const Emit& emit) {
  const Slots slots = view.shape.used() & ~(bit(kEnds) - 1);
  const Reclamation& known = view.reclamation;
  bool has_any = false;
  for (Slot slot : each(slots)) has_any |= !is_clean(view, slot);
  if (!has_any) return;
  emit_ = &emit, actor_ = 0, is_interferer_ = true;
  View start = view;
  start.is_felt = false;
  start.was_reachable.fill(0);
  const Slot retired = new_slot(start, 0);
  if (retired < 0) return;
  const Relations any = any_relation(frame_.distances);
  start.shape.add_unknown(retired);
  forget_slot(start, retired);
  for (Slot end = 0; end < kEnds; ++end) start.shape.set(retired, end, any & static_cast<Relations>(~kEqual));
  for (Slot slot : each(slots)) {
    const bool is_own = (view.own & bit(slot)) != 0;
    Relations possible = any;
    if (is_clean(view, slot)) possible &= kAhead | kUnrelated;
    if (is_own) possible &= static_cast<Relations>(~kAhead);
    if (is_own || known.is(slot, Reclamation::kLive) || known.guarded[at(slot)] != 0)
      possible &= static_cast<Relations>(~kEqual);
    start.shape.set(retired, slot, possible);
  }
  if (!start.shape.close(bit(retired))) return;
  split_row(start, retired, start.shape.used(), [&](View& choice) {
    bool is_known = false;
    for (Slot slot : each(slots)) is_known |= choice.shape.may(slot, retired, kForward);
    if (!is_known) return;
    const Slots gone = choice.shape.aliases(retired);
    note_freed(choice, gone, bit(retired));
    choice.shape.release(retired);
    for (Slot slot : each(gone)) {
      forget_rights(choice, slot);
      if ((frame_.tracked_slots() & bit(slot)) != 0) hide(choice, slot);
    }
    choice.shape.remove(retired);
    forget_slot(choice, retired);
    settle(choice);
  });
}

}  // namespace heddle::prove
