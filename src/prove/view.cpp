// SPDX-License-Identifier: Apache-2.0
#include "prove/view.h"

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

// Pointer slots in packing order: fixed ones, then the layout's pointers.
template <class Visit>
void each_slot(const View& view, const Layout& layout, const Function* function, const Frame& frame,
               Visit visit) {
  for (Slot slot = kEnds; slot < frame.fixed(); ++slot) visit(slot);
  for (int local : layout)
    if (function->locals[static_cast<std::size_t>(local)].kind == LocalKind::pointer)
      visit(view.parts[0].slot[static_cast<std::size_t>(local)]);
}

}  // namespace

std::string pack(const View& view, const Layout& layout, const Function* function, const Frame& frame) {
  std::string bytes;
  bytes.reserve(96);
  const auto put = [&](auto number) { bytes.push_back(static_cast<char>(number)); };
  const Part& part = view.parts[0];
  put(part.node), put(part.node >> 8), put(view.observed);
  put(part.input), put(part.effect);
  put(static_cast<int>(part.fired) | (part.had_candidate ? 4 : 0));
  for (int lock = 0; lock < frame.locks; ++lock) put(view.holder[static_cast<std::size_t>(lock)]);
  std::array<Slot, kMaxSlots> order{};
  int count = 0;
  each_slot(view, layout, function, frame, [&](Slot slot) {
    HEDDLE_CHECK(slot >= 0, "a live pointer has a slot");
    order[static_cast<std::size_t>(count++)] = slot;
  });
  for (int i = 0; i < count; ++i) {
    const Slot x = order[static_cast<std::size_t>(i)];
    put(view.own >> x & 1), put(view.right[static_cast<std::size_t>(x)]);
    for (Slot end = 0; end < kEnds; ++end) put(view.shape.at(x, end));
    for (int j = 0; j < i; ++j) put(view.shape.at(x, order[static_cast<std::size_t>(j)]));
  }
  for (int local : layout) {
    const auto index = static_cast<std::size_t>(local);
    switch (function->locals[index].kind) {
      case LocalKind::pointer:
        break;
      case LocalKind::data:
      case LocalKind::flag:
        put(part.value[index]);
        break;
      case LocalKind::age: {
        HEDDLE_CHECK(part.slot[index] >= 0, "a live age has a row");
        const auto& row = view.ages[static_cast<std::size_t>(part.slot[index])];
        for (int i = 0; i < count; ++i) {
          const auto x = static_cast<std::size_t>(order[static_cast<std::size_t>(i)]);
          put(row[0][x] | row[1][x] << 3);
        }
      }
    }
  }
  return bytes;
}

View unpack(const std::string& bytes, const Layout& layout, const Function* function, const Frame& frame) {
  View view;
  view.shape = Shape(frame.distances);
  std::size_t at = 0;
  const auto take = [&] { return static_cast<std::uint8_t>(bytes[at++]); };
  Part& part = view.parts[0];
  part.node = take();
  part.node |= take() << 8;
  view.observed = take();
  part.input = static_cast<Value>(take());
  part.effect = static_cast<Value>(take());
  const auto fired = take();
  part.fired = static_cast<Fired>(fired & 3);
  part.had_candidate = (fired & 4) != 0;
  for (int lock = 0; lock < frame.locks; ++lock)
    view.holder[static_cast<std::size_t>(lock)] = static_cast<Holder>(take());
  Slot next = frame.fixed();
  for (int local : layout)
    if (function->locals[static_cast<std::size_t>(local)].kind == LocalKind::pointer)
      part.slot[static_cast<std::size_t>(local)] = static_cast<std::int8_t>(next++);
  for (Slot x = kEnds; x < next; ++x) {
    view.shape.add_unknown(x);
    if (take() != 0) view.own |= bit(x);
    view.right[static_cast<std::size_t>(x)] = take();
    for (Slot end = 0; end < kEnds; ++end) view.shape.set(x, end, take());
    for (Slot y = kEnds; y < x; ++y) view.shape.set(x, y, take());
  }
  for (int local : layout) {
    const auto index = static_cast<std::size_t>(local);
    switch (function->locals[index].kind) {
      case LocalKind::pointer:
        break;
      case LocalKind::data:
      case LocalKind::flag:
        part.value[index] = take();
        break;
      case LocalKind::age: {
        const int row = std::countr_one(view.ages_used);
        view.ages_used = static_cast<std::uint8_t>(view.ages_used | 1U << row);
        part.slot[index] = static_cast<std::int8_t>(row);
        for (Slot x = kEnds; x < next; ++x) {
          const auto both = take();
          view.ages[static_cast<std::size_t>(row)][0][static_cast<std::size_t>(x)] = both & 7;
          view.ages[static_cast<std::size_t>(row)][1][static_cast<std::size_t>(x)] = both >> 3;
        }
      }
    }
  }
  return view;
}

std::string shared_key(const View& view, const Frame& frame) {
  std::string bytes;
  bytes.push_back(static_cast<char>(view.observed));
  for (Slot x = kEnds; x < kEnds + frame.shared; ++x)
    for (Slot y = 0; y < x; ++y) bytes.push_back(static_cast<char>(view.shape.at(x, y)));
  return bytes;
}

}  // namespace heddle::prove
