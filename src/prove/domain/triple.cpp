// SPDX-License-Identifier: Apache-2.0
#include "prove/domain/triple.h"

#include <utility>

namespace heddle::prove {
namespace {

bool is_hidden(const View& view, Slot cell) { return view.shape.is(cell, kGarbageSlot, kEqual); }

// Who owns a tracked cell, as a two-thread view knows it.
enum class Status : std::uint8_t { first, second, open, hidden };
Status status_of(const View& view, Slot cell, const Frame& frame) {
  if (is_hidden(view, cell)) return Status::hidden;
  if ((view.own & bit(cell)) == 0) return Status::open;
  return view.owner[frame.tracked_index(cell)] == 0 ? Status::first : Status::second;
}

// Where the slots and rows of a two-thread view go in the joined one.
struct Renaming {
  std::array<Slot, kMaxSlots> slot{};
  std::array<int, kMaxAges> row{};
  Slots used = 0;
};

void rename_part(const Part& from, const Part& to, const Kept& kept, Renaming& renaming) {
  for (int local : *kept.layout) {
    const LocalKind kind = kept.function->locals[at(local)].kind;
    if (kind == LocalKind::pointer) {
      renaming.slot[at(from.slot[at(local)])] = to.slot[at(local)];
      renaming.used |= bit(from.slot[at(local)]);
    } else if (kind == LocalKind::age) {
      renaming.row[at(from.slot[at(local)])] = to.slot[at(local)];
    }
  }
}

// Adds what the view knows, except of tracked cells that are hidden from it alone.
bool add_facts(const View& view, const Renaming& renaming, const Frame& frame, View& all) {
  Slots known = renaming.used;
  for (Slot cell : each(frame.tracked_slots()))
    if (is_hidden(view, cell) && !is_hidden(all, cell)) known &= ~bit(cell);
  for (Slot x : each(known))
    for (Slot y : each((known & (bit(x) - 1)) | (bit(kEnds) - 1))) {
      if (x == y) continue;
      const Slot to_x = renaming.slot[at(x)];
      const Slot to_y = renaming.slot[at(y)];
      const Relations common = all.shape.at(to_x, to_y) & view.shape.at(x, y);
      if (common == 0) return false;
      all.shape.set(to_x, to_y, common);
    }
  for (int row = 0; row < kMaxAges; ++row) {
    if ((view.ages_used >> row & 1) == 0) continue;
    for (Slot x : each(known))
      for (std::size_t next = 0; next < 2; ++next) {
        Ages& into = all.ages[at(renaming.row[at(row)])][next][at(renaming.slot[at(x)])];
        into &= view.ages[at(row)][next][at(x)];
        if (into == 0) return false;
      }
  }
  return true;
}

bool join_locks(const View& ab, const View& ac, const View& bc, const Frame& frame, View& all) {
  for (std::size_t lock = 0; lock < at(frame.locks); ++lock) {
    const std::array<Holder, 3> seen = {ab.holder[lock], ac.holder[lock], bc.holder[lock]};
    using enum Holder;
    if (seen == std::array{nobody, nobody, nobody})
      all.holder[lock] = nobody;
    else if (seen == std::array{first, first, another})
      all.holder[lock] = first;
    else if (seen == std::array{second, another, first})
      all.holder[lock] = second;
    else if (seen == std::array{another, second, second})
      all.holder[lock] = third;
    else if (seen == std::array{another, another, another})
      all.holder[lock] = another;
    else
      return false;
  }
  return true;
}

}  // namespace

void swap_parts(View& view) {
  std::swap(view.parts[0], view.parts[1]);
  for (Holder& holder : view.holder)
    if (holder == Holder::first)
      holder = Holder::second;
    else if (holder == Holder::second)
      holder = Holder::first;
  for (auto& owner : view.owner) owner = static_cast<std::uint8_t>(1 - owner);
}

std::string pack_alone(View view, const Kept& kept, const Frame& frame) {
  for (Slot cell : each(frame.tracked_slots() & view.own)) {
    if (view.owner[frame.tracked_index(cell)] == 0) continue;
    view.shape.add_copy(cell, kGarbageSlot);
    view.own &= ~bit(cell);
    view.right[at(cell)] = 0;
    for (auto& row : view.ages) row[1][at(cell)] = kAnyAge;
  }
  for (Holder& holder : view.holder)
    if (holder == Holder::second) holder = Holder::another;
  return pack(view, {&kept, 1}, frame);
}

bool join(const View& ab, const View& ac, const View& bc, const Kept& a, const Kept& b, const Kept& c,
          const Frame& frame, View& all) {
  if (ab.observed != ac.observed || ab.observed != bc.observed) return false;
  all = ab;
  if (!join_locks(ab, ac, bc, frame, all)) return false;
  for (Slot cell : each(frame.tracked_slots())) {
    const std::array<Status, 3> seen = {status_of(ab, cell, frame), status_of(ac, cell, frame),
                                        status_of(bc, cell, frame)};
    using enum Status;
    if (seen == std::array{hidden, second, second}) {  // c's
      all.own |= bit(cell);
      all.owner[frame.tracked_index(cell)] = 2;
      all.right[at(cell)] = 0;
      all.shape.add_unknown(cell);
      for (auto& row : all.ages)
        for (auto& locations : row) locations[at(cell)] = kAnyAge;
    } else if (seen != std::array{first, first, hidden} && seen != std::array{second, hidden, first} &&
               seen != std::array{open, open, open} && seen != std::array{hidden, hidden, hidden}) {
      return false;
    }
  }
  // c's locals get slots and rows of their own.
  Part& part = all.parts[2];
  part = ac.parts[1];
  Slots changed = frame.tracked_slots();
  for (int local : *c.layout) {
    const LocalKind kind = c.function->locals[at(local)].kind;
    if (kind == LocalKind::pointer) {
      const Slot old_slot = ac.parts[1].slot[at(local)];
      const Slot slot = all.shape.free_slot();
      if (slot < 0) return false;  // the caller has made sure of room
      all.shape.add_unknown(slot);
      all.own = (ac.own & bit(old_slot)) != 0 ? all.own | bit(slot) : all.own & ~bit(slot);
      all.right[at(slot)] = ac.right[at(old_slot)];
      for (auto& row : all.ages)
        for (auto& locations : row) locations[at(slot)] = kAnyAge;
      part.slot[at(local)] = static_cast<std::int8_t>(slot);
      changed |= bit(slot);
    } else if (kind == LocalKind::age) {
      const int row = std::countr_one(all.ages_used);
      if (row >= kMaxAges) return false;
      all.ages_used = static_cast<std::uint16_t>(all.ages_used | 1U << row);
      for (auto& locations : all.ages[at(row)]) locations.fill(kAnyAge);
      part.slot[at(local)] = static_cast<std::int8_t>(row);
    }
  }
  Renaming fixed;
  for (Slot slot = 0; slot < frame.fixed(); ++slot) fixed.slot[at(slot)] = slot;
  fixed.used = frame.shared_slots() | frame.tracked_slots();
  Renaming renaming = fixed;
  rename_part(ac.parts[0], all.parts[0], a, renaming);
  rename_part(ac.parts[1], part, c, renaming);
  if (!add_facts(ac, renaming, frame, all)) return false;
  renaming = fixed;
  rename_part(bc.parts[0], all.parts[1], b, renaming);
  rename_part(bc.parts[1], part, c, renaming);
  if (!add_facts(bc, renaming, frame, all)) return false;
  return all.shape.close(changed);
}

}  // namespace heddle::prove
