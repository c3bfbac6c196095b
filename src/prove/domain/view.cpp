// SPDX-License-Identifier: Apache-2.0
#include "prove/domain/view.h"

#include <algorithm>

#include "base/check.h"

namespace heddle::prove {

View::View() {
  for (Part& part : parts) {
    part.slot.fill(-1);
    part.value.fill(0);
  }
  for (auto& row : ages)
    for (auto& locations : row) locations.fill(kAnyAge);
}

namespace {

void put_relations(std::string& bytes, Relations set) {
  for (std::size_t i = 0; i < sizeof set; ++i) bytes.push_back(static_cast<char>(set >> 8 * i));
}
Relations take_relations(const std::string& bytes, std::size_t& next) {
  unsigned set = 0;
  for (std::size_t i = 0; i < sizeof(Relations); ++i)
    set |= static_cast<unsigned>(static_cast<std::uint8_t>(bytes[next++])) << 8 * i;
  return static_cast<Relations>(set);
}

// Calls visit(part, local) for the kept locals of that kind, in packing order.
template <class Visit>
void each_local(std::span<const Kept> kept, LocalKind kind, Visit visit) {
  for (std::size_t part = 0; part < kept.size(); ++part)
    for (int local : *kept[part].layout)
      if (kept[part].function->locals[static_cast<std::size_t>(local)].kind == kind)
        visit(part, static_cast<std::size_t>(local));
}

}  // namespace

NodeId packed_node(const std::string& bytes, std::size_t part) {
  return static_cast<std::uint8_t>(bytes[2 * part]) | static_cast<std::uint8_t>(bytes[2 * part + 1]) << 8;
}

std::string pack(const View& view, std::span<const Kept> kept, const Frame& frame) {
  std::string bytes;
  bytes.reserve(96 * kept.size() * kept.size());
  const auto put = [&](auto number) { bytes.push_back(static_cast<char>(number)); };
  for (std::size_t part = 0; part < kept.size(); ++part)
    put(view.parts[part].node), put(view.parts[part].node >> 8);
  put(view.observed);
  for (std::size_t index = 0; index < kept.size(); ++index) {
    const Part& part = view.parts[index];
    put(part.input), put(part.effect);
    put(static_cast<int>(part.fired) | (part.had_candidate ? 4 : 0));
  }
  for (int lock = 0; lock < frame.locks; ++lock) put(view.holder[at(lock)]);
  if (kept.size() > 1)
    for (Slot cell : each(frame.tracked_slots()))
      put((view.own & bit(cell)) != 0 ? view.owner[frame.tracked_index(cell)] : 0);
  std::array<Slot, kMaxSlots> order{};
  std::size_t count = 0;
  for (Slot slot = kEnds; slot < frame.fixed(); ++slot) order[count++] = slot;
  each_local(kept, LocalKind::pointer, [&](std::size_t part, std::size_t local) {
    HEDDLE_CHECK(view.parts[part].slot[local] >= 0, "a live pointer has a slot");
    order[count++] = view.parts[part].slot[local];
  });
  for (std::size_t i = 0; i < count; ++i) {
    const Slot x = order[i];
    put(view.own >> x & 1), put(view.right[at(x)]);
    for (Slot end = 0; end < kEnds; ++end) put_relations(bytes, view.shape.at(x, end));
    for (std::size_t j = 0; j < i; ++j) put_relations(bytes, view.shape.at(x, order[j]));
  }
  for (LocalKind kind : {LocalKind::data, LocalKind::flag})
    each_local(kept, kind, [&](std::size_t part, std::size_t local) { put(view.parts[part].value[local]); });
  each_local(kept, LocalKind::age, [&](std::size_t part, std::size_t local) {
    HEDDLE_CHECK(view.parts[part].slot[local] >= 0, "a live age has a row");
    const auto& row = view.ages[at(view.parts[part].slot[local])];
    for (std::size_t i = 0; i < count; ++i) put(row[0][at(order[i])] | row[1][at(order[i])] << 3);
  });
  if (!frame.addresses) return bytes;
  const Reclamation& known = view.reclamation;
  put(known.is_inside);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t x = at(order[i]);
    const auto stale = std::find(order.begin(), order.begin() + count, known.stale_next[x]) - order.begin();
    put(known.facts[x]), put(known.held[x]), put(known.guarded[x]);
    put(known.stale_next[x] < 0 || stale == static_cast<std::ptrdiff_t>(count) ? -1 : kEnds + stale);
  }
  return bytes;
}

View unpack(const std::string& bytes, std::span<const Kept> kept, const Frame& frame) {
  View view;
  view.shape = Shape(frame.distances);
  std::size_t next_byte = 2 * kept.size();
  const auto take = [&] { return static_cast<std::uint8_t>(bytes[next_byte++]); };
  for (std::size_t part = 0; part < kept.size(); ++part) view.parts[part].node = packed_node(bytes, part);
  view.observed = take();
  for (std::size_t index = 0; index < kept.size(); ++index) {
    Part& part = view.parts[index];
    part.input = static_cast<Value>(take());
    part.effect = static_cast<Value>(take());
    const auto fired = take();
    part.fired = static_cast<Fired>(fired & 3);
    part.had_candidate = (fired & 4) != 0;
  }
  for (int lock = 0; lock < frame.locks; ++lock) view.holder[at(lock)] = static_cast<Holder>(take());
  if (kept.size() > 1)
    for (Slot cell : each(frame.tracked_slots())) view.owner[frame.tracked_index(cell)] = take();
  Slot next = frame.fixed();
  each_local(kept, LocalKind::pointer, [&](std::size_t part, std::size_t local) {
    view.parts[part].slot[local] = static_cast<std::int8_t>(next++);
  });
  for (Slot x = kEnds; x < next; ++x) {
    view.shape.add_unknown(x);
    if (take() != 0) view.own |= bit(x);
    view.right[at(x)] = take();
    for (Slot end = 0; end < kEnds; ++end) view.shape.set(x, end, take_relations(bytes, next_byte));
    for (Slot y = kEnds; y < x; ++y) view.shape.set(x, y, take_relations(bytes, next_byte));
  }
  for (LocalKind kind : {LocalKind::data, LocalKind::flag})
    each_local(kept, kind,
               [&](std::size_t part, std::size_t local) { view.parts[part].value[local] = take(); });
  each_local(kept, LocalKind::age, [&](std::size_t part, std::size_t local) {
    const int row = std::countr_one(view.ages_used);
    view.ages_used = static_cast<std::uint16_t>(view.ages_used | 1U << row);
    view.parts[part].slot[local] = static_cast<std::int8_t>(row);
    for (Slot x = kEnds; x < next; ++x) {
      const auto both = take();
      view.ages[at(row)][0][at(x)] = both & 7;
      view.ages[at(row)][1][at(x)] = both >> 3;
    }
  });
  if (!frame.addresses) return view;
  Reclamation& known = view.reclamation;
  known.is_inside = take() != 0;
  for (Slot x = kEnds; x < next; ++x) {
    known.facts[at(x)] = take(), known.held[at(x)] = take(), known.guarded[at(x)] = take();
    known.stale_next[at(x)] = static_cast<std::int8_t>(take());
  }
  return view;
}

std::string pack(const View& view, const Layout& layout, const Function* function, const Frame& frame) {
  const Kept kept{&layout, function};
  return pack(view, {&kept, 1}, frame);
}

View unpack(const std::string& bytes, const Layout& layout, const Function* function, const Frame& frame) {
  const Kept kept{&layout, function};
  return unpack(bytes, {&kept, 1}, frame);
}

std::string shared_key(const View& view, const Frame& frame) {
  std::string bytes;
  bytes.push_back(static_cast<char>(view.observed));
  for (int lock = 0; lock < frame.locks; ++lock)
    bytes.push_back(view.holder[at(lock)] == Holder::nobody ? 0 : 1);
  Slots open = frame.shared_slots();
  for (Slot cell : each(frame.tracked_slots())) {
    const bool is_open = (view.own & bit(cell)) == 0 && !view.shape.is(cell, kGarbageSlot, kEqual);
    if (is_open) open |= bit(cell);
    bytes.push_back(is_open ? 1 : 0);
  }
  for (Slot x : each(open))
    for (Slot y : each((open | (bit(kEnds) - 1)) & (bit(x) - 1))) put_relations(bytes, view.shape.at(x, y));
  return bytes;
}

}  // namespace heddle::prove
