// SPDX-License-Identifier: Apache-2.0
// Small random executions with marks, messages, locks and accesses, and predicates evaluated on their states
// by definition: replay each thread's events, no tables, no clocks.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "event/names.h"
#include "order/trace_poset.h"
#include "predict/computation.h"
#include "predict/expression.h"
#include "random/poset_sketch.h"

namespace heddle::random {

struct MarkedTrace {
  event::Names names;
  std::vector<event::Event> events;

  predict::Computation computation(order::TracePoset::Events which = order::TracePoset::Events::all) const {
    order::TracePoset trace_poset(which);
    trace_poset.on(0, events);
    return predict::Computation(std::move(trace_poset).build(), events, names);
  }
  // What value a name has in a thread after its first `done` events.
  std::int64_t value(event::ThreadId thread, const std::string& name, std::size_t done) const {
    std::int64_t result = 0;
    for (const event::Event& e : events) {
      if (e.thread != thread) continue;
      if (done-- == 0) break;
      if (e.operation != event::Operation::mark) continue;
      const event::Mark& mark = names.marks[e.mark()];
      if (mark.values.empty() && mark.label == name) ++result;
      for (const auto& set : mark.values) {
        if (set.name == name) result = set.value;
      }
    }
    return result;
  }
  std::string text() const {
    std::string result;
    for (const event::Event& e : events) {
      result += names.threads[e.thread] + "|" + std::string(event::std_name(e.operation)) + "(" +
                names.describe_target(e) + ")\n";
    }
    return result;
  }
};

inline std::unique_ptr<MarkedTrace> random_marked_trace(Random& dice, std::size_t threads,
                                                        std::size_t length) {
  auto trace = std::make_unique<MarkedTrace>();
  for (std::size_t t = 0; t < threads; ++t) trace->names.threads.intern("T" + std::to_string(t));
  std::size_t messages = 0;
  const auto add_mark = [&](std::size_t t) {
    event::Mark mark;
    switch (below(dice, 4)) {
      case 0:
        mark.label = "tick";
        break;
      case 1:
        mark.values = {{"x", static_cast<std::int64_t>(below(dice, 5)) - 2}};
        break;
      case 2:
        mark.values = {{"y", static_cast<std::int64_t>(below(dice, 2))}};
        break;
      default:
        mark.values = {{"x", static_cast<std::int64_t>(below(dice, 3))}, {"y", 1}};
    }
    trace->events.push_back(
        event::act(event::ThreadId(t), event::Operation::mark, trace->names.marks.intern(mark)));
  };
  // Every name is known, and every thread has an event.
  for (const char* name : {"x", "y"}) {
    event::Mark mark;
    mark.values = {{name, 0}};
    trace->events.push_back(
        event::act(event::ThreadId(0), event::Operation::mark, trace->names.marks.intern(mark)));
  }
  event::Mark tick;
  tick.label = "tick";
  trace->events.push_back(
      event::act(event::ThreadId(0), event::Operation::mark, trace->names.marks.intern(tick)));
  for (std::size_t t = 1; t < threads; ++t) {
    trace->events.push_back(event::lifetime(event::ThreadId(t), event::Operation::begin));
  }
  for (std::size_t k = 0; k < length; ++k) {
    const std::size_t t = below(dice, threads);
    const event::ThreadId self(t);
    switch (below(dice, 8)) {
      case 0: {
        const event::MessageId message = trace->names.messages.intern("m" + std::to_string(messages++));
        trace->events.push_back(event::act(self, event::Operation::send, message));
        break;
      }
      case 1:
        if (messages > 0) {
          trace->events.push_back(
              event::act(self, event::Operation::receive, event::MessageId(below(dice, messages))));
        }
        break;
      case 2:
      case 3: {
        const event::Variable variable = trace->names.variable(below(dice, 2) == 0 ? "V1" : "V2");
        trace->events.push_back(event::access(
            self, below(dice, 2) == 0 ? event::Operation::read : event::Operation::write, variable));
        break;
      }
      default:
        add_mark(t);
    }
  }
  return trace;
}

// The value of an expression in a state of a poset in which every trace event is an event.
inline std::int64_t value_of(const predict::Expression& e, const MarkedTrace& trace,
                             const order::Poset& poset, const order::State& state, std::size_t each = 0) {
  using Kind = predict::Expression::Kind;
  const auto operand = [&](std::size_t k) { return value_of(e.operands[k], trace, poset, state, each); };
  switch (e.kind) {
    case Kind::number:
      return e.number;
    case Kind::variable: {
      std::size_t p = each;
      for (std::size_t q = 0; q < poset.processes(); ++q) {
        if (trace.names.threads[poset.thread(q)] == e.thread) p = q;
      }
      return trace.value(poset.thread(p), e.name, state[p]);
    }
    case Kind::race: {
      for (std::size_t p = 0; p < poset.processes(); ++p) {
        for (std::size_t q = 0; q < poset.processes(); ++q) {
          if (p == q || state[p] == 0 || state[q] == 0) continue;
          const event::Event& a = trace.events[poset.position(p, state[p])];
          const event::Event& b = trace.events[poset.position(q, state[q])];
          if (!event::is_access(a.operation) || !event::is_access(b.operation)) continue;
          if (!e.name.empty() && trace.names.describe(a.variable()) != e.name) continue;
          const auto pp = static_cast<std::uint32_t>(p), qq = static_cast<std::uint32_t>(q);
          if (event::conflict(a.operation, b.operation) && a.variable().overlaps(b.variable()) &&
              !poset.before({pp, state[p]}, {qq, state[q]}) &&
              !poset.before({qq, state[q]}, {pp, state[p]})) {
            return 1;
          }
        }
      }
      return 0;
    }
    case Kind::negate:
      return -operand(0);
    case Kind::logical_not:
      return operand(0) == 0;
    case Kind::both:
      return operand(0) != 0 && operand(1) != 0;
    case Kind::either:
      return operand(0) != 0 || operand(1) != 0;
    default:
      break;
  }
  if (e.kind < Kind::count) return predict::apply(e.kind, operand(0), operand(1));
  std::vector<std::int64_t> all;
  for (std::size_t p = 0; p < poset.processes(); ++p) {
    all.push_back(value_of(e.operands[0], trace, poset, state, p));
  }
  const auto holding = std::count_if(all.begin(), all.end(), [](std::int64_t v) { return v != 0; });
  switch (e.kind) {
    case Kind::count:
      return holding;
    case Kind::exists:
      return holding > 0;
    case Kind::forall:
      return holding == static_cast<std::ptrdiff_t>(all.size());
    case Kind::minimum:
      return *std::min_element(all.begin(), all.end());
    case Kind::maximum:
      return *std::max_element(all.begin(), all.end());
    default: {
      std::int64_t sum = 0;
      for (std::int64_t v : all) sum += v;
      return sum;
    }
  }
}

}  // namespace heddle::random
