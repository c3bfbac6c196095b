// SPDX-License-Identifier: Apache-2.0
#include "prove/fixpoint/start.h"

#include <fmt/format.h>

#include "prove/domain/bytes_map.h"

namespace heddle::prove {

Frame frame_of(const Program& program, const Observer& observer, const Options& options) {
  Frame frame;
  frame.distances = options.distances;
  frame.shared = static_cast<int>(program.shared.size());
  frame.tracked = observer.observed();
  frame.locks = static_cast<int>(program.locks.size());
  frame.reclaims = program.reclaims && options.memory != Memory::gc;
  frame.addresses = frame.reclaims || (options.addresses && options.memory != Memory::gc);
  return frame;
}

const Function* function_at(const Program& program, NodeId node) {
  return node == kIdle ? nullptr : &program.function(program.function_of[static_cast<std::size_t>(node)]);
}

std::uint64_t bit_of_function(const Program& program, NodeId node) {
  return std::uint64_t{1} << program.function_of[static_cast<std::size_t>(node)];
}

std::optional<Alarm> never_returns(const Program& program, std::uint64_t returned) {
  for (std::size_t index = 0; index < program.functions.size(); ++index)
    if ((returned >> index & 1) == 0) {
      Alarm alarm;
      alarm.kind = finding::Kind::livelock;
      alarm.message =
          fmt::format("`{}` never returns, whatever other threads do", program.functions[index].name);
      alarm.is_limit = true;
      return alarm;
    }
  return std::nullopt;
}

std::optional<Alarm> out_of_room(const Program& program, const Frame& frame, const std::vector<Layout>& live,
                                 int threads) {
  const auto count = [&](const Layout& layout, const Function* function, LocalKind kind) {
    return std::ranges::count_if(
        layout, [&](int local) { return function->locals[static_cast<std::size_t>(local)].kind == kind; });
  };
  std::ptrdiff_t pointers = 0;
  std::ptrdiff_t ages = 0;
  std::size_t locals = 0;
  for (std::size_t node = 1; node < program.nodes(); ++node) {
    const Function* function = function_at(program, static_cast<NodeId>(node));
    pointers = std::max(pointers, count(live[node], function, LocalKind::pointer));
    ages = std::max(ages, count(live[node], function, LocalKind::age));
    locals = std::max(locals, function->locals.size());
  }
  if (frame.fixed() + threads * pointers + 1 <= kMaxSlots && threads * ages <= kMaxAges &&
      locals <= kMaxLocals && program.locks.size() <= kMaxLocks && program.shared.size() <= kMaxShared &&
      program.nodes() < 65536)
    return std::nullopt;
  Alarm alarm;
  alarm.is_limit = true;
  alarm.message = fmt::format(
      "the program is too large for the prover: {} shared pointers, {} live local pointers, {} version "
      "counters, {} locals and {} locks at most, for {} threads side by side",
      frame.shared, pointers, ages, locals, program.locks.size(), threads);
  return alarm;
}

Start start(const Program& program, const Frame& frame, const Observer& observer, const Options& options,
            const std::vector<Layout>& live) {
  Start result;
  Stepper stepper(program, frame, observer, options.memory, live);
  if (options.check_shapes) stepper.check_shapes();
  View zero;
  zero.shape = Shape(frame.distances);
  for (Slot slot = kEnds; slot < frame.fixed(); ++slot)
    zero.shape.add_copy(slot, slot < kEnds + frame.shared ? kNullSlot : kGarbageSlot);
  zero.parts[0].node = program.initial.entry;
  for (std::size_t local = 0; local < program.initial.locals.size(); ++local)
    if (program.initial.locals[local].kind == LocalKind::data)
      zero.parts[0].value[local] = static_cast<std::uint8_t>(Value::undefined);
  // There are few views, an ordinary search will do.
  std::vector<View> open = {zero};
  BytesMap<bool> seen;
  while (!open.empty()) {
    const View view = open.back();
    open.pop_back();
    const NodeId node = view.parts[0].node;
    if (node == kIdle) {
      result.idle.push_back(view);
      continue;
    }
    const auto reach = [&](View& next) {
      const NodeId to = next.parts[0].node;
      const std::string bytes =
          pack(next, live[static_cast<std::size_t>(to)], function_at(program, to), frame);
      if (seen.try_emplace(bytes, true).second) open.push_back(next);
    };
    if (frame.reclaims) stepper.reclaim(view, reach);
    for (std::size_t index = 0; index < program.edges.size(); ++index) {
      if (program.edges[index].from != node) continue;
      stepper.take(program.edges[index], view, reach);
      if (stepper.alarm()) {
        result.alarm = stepper.alarm();
        result.alarm_edge = static_cast<int>(index);
        return result;
      }
    }
  }
  if (result.idle.empty()) {  // nothing would ever be called, and everything proved
    result.alarm.emplace();
    result.alarm->kind = finding::Kind::livelock;
    result.alarm->message = "the initial function never returns, so no operation is ever called";
    result.alarm->is_limit = true;
    for (const Edge& edge : program.edges)
      if (edge.from == program.initial.entry) result.alarm->line = edge.line;
  }
  return result;
}

}  // namespace heddle::prove
