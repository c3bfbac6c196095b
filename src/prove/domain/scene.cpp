// SPDX-License-Identifier: Apache-2.0
#include "prove/domain/scene.h"

#include <algorithm>
#include <bit>
#include <span>

#include "base/check.h"

namespace heddle::prove {
namespace {

constexpr Slots kEndSlots = bit(kEnds) - 1;

// Bytes one after the other: fewer than this for the largest view there is.
class Writer {
 public:
  template <class Number>
  void put(Number number) {
    bytes_[size_++] = static_cast<char>(number);
  }
  char& operator[](std::size_t index) { return bytes_[index]; }
  std::string take() const { return {bytes_.data(), size_}; }

 private:
  static constexpr std::size_t kSlots = kMaxSlots;
  static constexpr std::size_t kScene = 4 + kMaxLocks + 6 * kSlots + kSlots * kSlots / 2 + kMaxAges * kSlots;
  static constexpr std::size_t kRest = 16 + 2 * kMaxLocals;
  std::array<char, std::max(kScene, kRest)> bytes_;  // NOLINT: only what was put is taken
  std::size_t size_ = 0;
};

// Which slots and rows have which places.
struct Canon {
  std::array<std::int8_t, kMaxSlots> place{};  // of a slot
  std::array<std::int8_t, kMaxAges> row{};     // of a row
  std::array<Slot, kMaxSlots> slots{};         // of a place
  std::array<int, kMaxAges> rows{};
  int count = 0;
  int row_count = 0;
};

bool is_null_or_garbage(const View& view, Slot slot) {
  return view.shape.is(slot, kNullSlot, kEqual) || view.shape.is(slot, kGarbageSlot, kEqual);
}

// What is known of an age and the next field at the slot's address. There is none at an end, and what is said of
// garbage is never asked for.
Ages next_ages(const View& view, std::size_t row, Slot slot) {
  return is_null_or_garbage(view, slot) ? kAnyAge : view.ages[row][1][at(slot)];
}

template <class Visit>
void each_row(const View& view, Visit visit) {
  for (unsigned left = view.ages_used; left != 0; left &= left - 1)
    visit(static_cast<std::size_t>(std::countr_zero(left)));
}

bool is_known_alike(const View& view, Slot x, Slot y, const Frame& frame) {
  if (!view.shape.is(x, y, kEqual) || ((view.own >> x ^ view.own >> y) & 1) != 0 ||
      view.right[at(x)] != view.right[at(y)])
    return false;
  if (frame.addresses) {
    const Reclamation& known = view.reclamation;
    if (view.shape.is(x, kFreedSlot, kEqual) || known.facts[at(x)] != known.facts[at(y)] ||
        known.held[at(x)] != known.held[at(y)] || known.guarded[at(x)] != known.guarded[at(y)] ||
        known.stale_next[at(x)] != known.stale_next[at(y)])
      return false;
  }
  bool is_alike = true;
  each_row(view, [&](std::size_t row) {
    is_alike &= view.ages[row][0][at(x)] == view.ages[row][0][at(y)] &&
                next_ages(view, row, x) == next_ages(view, row, y);
  });
  return is_alike;
}

// What can be said of a slot without its fellows.
using Looks = std::array<std::uint8_t, kMaxSlots + 4>;
Looks looks_of(const View& view, Slot slot, const Frame& frame) {
  Looks looks{};
  std::size_t size = 0;
  for (Slot other = 0; other < frame.fixed(); ++other) looks[size++] = view.shape.at(slot, other);
  looks[size++] = static_cast<std::uint8_t>(view.own >> slot & 1);
  looks[size++] = view.right[at(slot)];
  if (frame.addresses) {
    looks[size++] = view.reclamation.facts[at(slot)];
    looks[size++] = view.reclamation.held[at(slot)];
    looks[size++] = view.reclamation.guarded[at(slot)];
  }
  unsigned ages = 0;  // the same whatever the order of rows
  each_row(view, [&](std::size_t row) { ages += 1U << (3 * (next_ages(view, row, slot) & 7) & 31); });
  for (int byte = 0; byte < 4; ++byte) looks[size++] = static_cast<std::uint8_t>(ages >> 8 * byte);
  return looks;
}

Canon canon_of(const View& view, const Frame& frame) {
  Canon canon;
  for (Slot slot = 0; slot < frame.fixed(); ++slot)
    canon.place[at(slot)] = static_cast<std::int8_t>(slot), canon.slots[at(slot)] = slot;
  std::array<std::pair<Looks, Slot>, kMaxSlots> locals;
  std::size_t count = 0;
  std::array<Slot, kMaxSlots> same{};
  for (Slot slot : each(view.shape.used() & ~(bit(frame.fixed()) - 1))) {
    same[at(slot)] = slot;
    if (is_null_or_garbage(view, slot)) {
      same[at(slot)] = view.shape.is(slot, kNullSlot, kEqual) ? kNullSlot : kGarbageSlot;
      continue;
    }
    if (!frame.addresses && view.ages_used == 0 && view.shape.is(slot, kFreedSlot, kEqual)) {
      same[at(slot)] = kFreedSlot;
      continue;
    }
    for (std::size_t i = 0; i < count && same[at(slot)] == slot; ++i)
      if (is_known_alike(view, locals[i].second, slot, frame)) same[at(slot)] = locals[i].second;
    if (same[at(slot)] == slot) locals[count++] = {looks_of(view, slot, frame), slot};
  }
  // How they stand to each other, whatever their order.
  for (std::size_t i = 0; i < count; ++i) {
    unsigned fellows = 0;
    for (std::size_t j = 0; j < count; ++j) {
      const auto relation = std::countr_zero(view.shape.at(locals[i].second, locals[j].second));
      if (i != j) fellows += 1U << 4 * relation;
    }
    for (std::size_t byte = 0; byte < 4; ++byte)
      locals[i].first[kMaxSlots + byte] = static_cast<std::uint8_t>(fellows >> 8 * byte);
  }
  std::stable_sort(locals.begin(), locals.begin() + count,
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  canon.count = frame.fixed();
  for (std::size_t i = 0; i < count; ++i) {
    canon.place[at(locals[i].second)] = static_cast<std::int8_t>(canon.count);
    canon.slots[at(canon.count++)] = locals[i].second;
  }
  for (Slot slot : each(view.shape.used() & ~(bit(frame.fixed()) - 1)))
    canon.place[at(slot)] = canon.place[at(same[at(slot)])];

  const auto column = [&](std::size_t row, int place) {
    const Slot slot = canon.slots[at(place)];
    return view.ages[row][0][at(slot)] | next_ages(view, row, slot) << 3;
  };
  const auto compare = [&](std::size_t a, std::size_t b) {
    for (int place = kEnds; place < canon.count; ++place)
      if (const int order = column(a, place) - column(b, place); order != 0) return order;
    return 0;
  };
  std::array<std::size_t, kMaxAges> rows{};
  std::size_t row_count = 0;
  each_row(view, [&](std::size_t row) { rows[row_count++] = row; });
  std::sort(rows.begin(), rows.begin() + row_count,
            [&](std::size_t a, std::size_t b) { return compare(a, b) < 0; });
  for (std::size_t i = 0; i < row_count; ++i) {
    if (i == 0 || compare(rows[i - 1], rows[i]) != 0)
      canon.rows[at(canon.row_count++)] = static_cast<int>(rows[i]);
    canon.row[rows[i]] = static_cast<std::int8_t>(canon.row_count - 1);
  }
  return canon;
}

std::string pack_scene(const View& view, const Canon& canon, const Frame& frame) {
  Writer bytes;
  const auto put = [&](auto number) { bytes.put(number); };
  put(view.observed);
  put(is_observed(view.parts[0].input) ? view.parts[0].input : Value::other);
  for (int lock = 0; lock < frame.locks; ++lock) put(view.holder[at(lock)]);
  put(canon.count), put(canon.row_count);
  for (int place = kEnds; place < canon.count; ++place) {
    const Slot x = canon.slots[at(place)];
    put(view.own >> x & 1), put(view.right[at(x)]);
  }
  unsigned half = 0;  // single relations, two a byte
  bool has_half = false;
  for (int place = kEnds; place < canon.count; ++place)
    for (int other = 0; other < place; ++other) {
      const Slot y = other < kEnds ? other : canon.slots[at(other)];
      const auto index = static_cast<unsigned>(std::countr_zero(view.shape.at(canon.slots[at(place)], y)));
      if (has_half) put(half | index << 4);
      half = index, has_half = !has_half;
    }
  if (has_half) put(half);
  for (int row = 0; row < canon.row_count; ++row)
    for (int place = kEnds; place < canon.count; ++place) {
      const Slot x = canon.slots[at(place)];
      const auto from = at(canon.rows[at(row)]);
      put(view.ages[from][0][at(x)] | next_ages(view, from, x) << 3);
    }
  if (!frame.addresses) return bytes.take();
  const Reclamation& known = view.reclamation;
  put(known.is_inside);
  for (int place = kEnds; place < canon.count; ++place) {
    const auto x = at(canon.slots[at(place)]);
    put(known.facts[x]), put(known.held[x]), put(known.guarded[x]);
    const int stale = known.stale_next[x];
    put(stale < 0 || !view.shape.has(stale) ? -1 : canon.place[at(stale)]);
  }
  return bytes.take();
}

}  // namespace

namespace {
template <class Take>
void take_reclamation(Reclamation& known, Slot count, Take take) {
  known.is_inside = take() != 0;
  for (Slot x = kEnds; x < count; ++x) {
    known.facts[at(x)] = take(), known.held[at(x)] = take(), known.guarded[at(x)] = take();
    known.stale_next[at(x)] = static_cast<std::int8_t>(take());
  }
}
}  // namespace

View view_of_scene(const std::string& scene, const Frame& frame) {
  View view;
  view.shape = Shape(frame.distances);
  std::size_t taken = 0;
  const auto take = [&] { return static_cast<std::uint8_t>(scene[taken++]); };
  view.observed = take();
  view.parts[0].input = static_cast<Value>(take());
  for (int lock = 0; lock < frame.locks; ++lock) view.holder[at(lock)] = static_cast<Holder>(take());
  const int count = take();
  const int rows = take();
  view.shape.use(bit(count) - 1);
  for (Slot x = kEnds; x < count; ++x) {
    if (take() != 0) view.own |= bit(x);
    view.right[at(x)] = take();
  }
  unsigned half = 0;
  bool has_half = false;
  for (Slot x = kEnds; x < count; ++x)
    for (Slot y = 0; y < x; ++y) {
      half = has_half ? half >> 4 : take();
      has_half = !has_half;
      view.shape.set(x, y, static_cast<Relations>(1U << (half & 15)));
    }
  view.ages_used = static_cast<std::uint16_t>((1U << rows) - 1);
  for (int row = 0; row < rows; ++row)
    for (Slot x = kEnds; x < count; ++x) {
      const unsigned both = take();
      for (unsigned next = 0; next < 2; ++next)
        view.ages[at(row)][next][at(x)] = static_cast<Ages>(both >> 3 * next & 7);
    }
  if (frame.addresses) take_reclamation(view.reclamation, count, take);
  return view;
}

// Bytes of the rest: the node, how many pointers and ages are live, their places, how far the call is, values.
namespace {
constexpr std::size_t kPointerCount = 2;
constexpr std::size_t kAgeCount = 3;
constexpr std::size_t kPlaces = 4;
}  // namespace

NodeId node_of_rest(const std::string& rest) {
  return static_cast<std::uint8_t>(rest[0]) | static_cast<std::uint8_t>(rest[1]) << 8;
}

Parted part_view(const View& view, const Layout& layout, const Function* function, const Frame& frame) {
  const Canon canon = canon_of(view, frame);
  const Part& part = view.parts[0];
  Writer rest;
  const auto put = [&](auto number) { rest.put(number); };
  put(part.node), put(part.node >> 8), put(0), put(0);
  const auto each_local = [&](LocalKind kind, auto visit) {
    for (int local : layout)
      if (function->locals[at(local)].kind == kind) visit(at(local));
  };
  each_local(LocalKind::pointer, [&](std::size_t local) {
    HEDDLE_CHECK(part.slot[local] >= 0, "a live pointer has a slot");
    put(canon.place[at(part.slot[local])]), ++rest[kPointerCount];
  });
  each_local(LocalKind::age, [&](std::size_t local) {
    HEDDLE_CHECK(part.slot[local] >= 0, "a live age has a row");
    put(canon.row[at(part.slot[local])]), ++rest[kAgeCount];
  });
  put(part.input), put(part.effect);
  put(static_cast<int>(part.fired) | (part.had_candidate ? 4 : 0));
  for (LocalKind kind : {LocalKind::data, LocalKind::flag})
    each_local(kind, [&](std::size_t local) { put(part.value[local]); });
  return {pack_scene(view, canon, frame), rest.take()};
}

View whole_view(const std::string& scene, const std::string& rest, const Layout& layout,
                const Function* function, const Frame& frame) {
  const View from = view_of_scene(scene, frame);
  View view;
  view.shape = Shape(frame.distances);
  view.observed = from.observed;
  view.holder = from.holder;
  view.reclamation.is_inside = from.reclamation.is_inside;
  Part& part = view.parts[0];
  part.node = node_of_rest(rest);
  const auto pointers = static_cast<std::size_t>(rest[kPointerCount]);
  const auto ages = static_cast<std::size_t>(rest[kAgeCount]);
  std::array<Slot, kMaxSlots> place{};
  Slot count = kEnds;
  while (count < frame.fixed()) place[at(count)] = count, ++count;
  for (std::size_t i = 0; i < pointers; ++i) place[at(count++)] = rest[kPlaces + i];
  std::array<int, kMaxSlots> slot_of{};  // one of a place
  slot_of.fill(-1);
  for (Slot x = count - 1; x >= kEnds; --x) slot_of[at(place[at(x)])] = x;
  view.shape.use(bit(count) - 1);
  for (Slot x = kEnds; x < count; ++x) {
    const Slot p = place[at(x)];
    for (Slot y = 0; y < x; ++y) view.shape.set(x, y, from.shape.at(p, y < kEnds ? y : place[at(y)]));
    if (p < kEnds) continue;
    if ((from.own >> p & 1) != 0) view.own |= bit(x);
    view.right[at(x)] = from.right[at(p)];
    if (!frame.addresses) continue;
    view.reclamation.facts[at(x)] = from.reclamation.facts[at(p)];
    view.reclamation.held[at(x)] = from.reclamation.held[at(p)];
    view.reclamation.guarded[at(x)] = from.reclamation.guarded[at(p)];
    const int stale = from.reclamation.stale_next[at(p)];
    view.reclamation.stale_next[at(x)] = static_cast<std::int8_t>(stale < 0 ? -1 : slot_of[at(stale)]);
  }
  view.ages_used = static_cast<std::uint16_t>((1U << ages) - 1);
  for (std::size_t i = 0; i < ages; ++i) {
    const auto row = static_cast<std::size_t>(rest[kPlaces + pointers + i]);
    for (Slot x = kEnds; x < count; ++x)
      for (std::size_t next = 0; next < 2; ++next)
        view.ages[i][next][at(x)] = from.ages[row][next][at(place[at(x)])];
  }
  std::size_t next_byte = kPlaces + pointers + ages;
  const auto take = [&] { return static_cast<std::uint8_t>(rest[next_byte++]); };
  part.input = static_cast<Value>(take());
  part.effect = static_cast<Value>(take());
  const auto fired = take();
  part.fired = static_cast<Fired>(fired & 3);
  part.had_candidate = (fired & 4) != 0;
  Slot next_slot = frame.fixed();
  std::int8_t next_row = 0;
  for (int local : layout) {
    const LocalKind kind = function->locals[at(local)].kind;
    if (kind == LocalKind::pointer) part.slot[at(local)] = static_cast<std::int8_t>(next_slot++);
    if (kind == LocalKind::age) part.slot[at(local)] = next_row++;
  }
  for (LocalKind wanted : {LocalKind::data, LocalKind::flag})
    for (int local : layout)
      if (function->locals[at(local)].kind == wanted) part.value[at(local)] = take();
  return view;
}

Move move_scene(const View& before, const View& after, const Frame& frame) {
  const Canon canon = canon_of(after, frame);
  Move move{pack_scene(after, canon, frame), {}};
  const auto put = [&](int place) { move.places.push_back(static_cast<char>(place)); };
  put(std::popcount(before.shape.used()));
  for (Slot slot : each(before.shape.used())) put(canon.place[at(slot)]);
  each_row(before, [&](std::size_t row) { put(canon.row[row]); });
  return move;
}

bool Move::leads_back_to(const std::string& before) const {
  if (scene != before) return false;
  const int count = places[0];
  for (int i = 0; i + 1 < static_cast<int>(places.size()); ++i)
    if (places[at(i + 1)] != (i < count ? i : i - count)) return false;
  return true;
}

std::string moved_rest(std::string rest, const std::string& places) {
  const auto pointers = static_cast<std::size_t>(rest[kPointerCount]);
  const auto ages = static_cast<std::size_t>(rest[kAgeCount]);
  const auto count = static_cast<std::size_t>(places[0]);
  const auto move = [&](std::size_t i, std::size_t from) {
    rest[i] = places[1 + from + static_cast<std::size_t>(rest[i])];
  };
  for (std::size_t i = 0; i < pointers; ++i) move(kPlaces + i, 0);
  for (std::size_t i = 0; i < ages; ++i) move(kPlaces + pointers + i, count);
  return rest;
}

}  // namespace heddle::prove
