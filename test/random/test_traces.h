// SPDX-License-Identifier: Apache-2.0
// For the tests of this folder: traces to write, and traces read back whole.
#pragma once

#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "event/event.h"
#include "event/names.h"
#include "trace/formats.h"
#include "trace/hdl.h"
#include "trace/std_text.h"
#include "trace/trace.h"

namespace heddle::trace {

struct Trace {
  std::unique_ptr<TraceReader> reader;
  const event::Names* names = nullptr;
  std::vector<event::Event> events;
  std::vector<std::string> doubts;
  std::string error;  // described, or empty
  base::ErrorCode code{};
};

inline Trace drain(base::Result<std::unique_ptr<TraceReader>> opened) {
  Trace trace;
  const auto fail = [&](const base::Error& error) {
    trace.error = base::describe(error);
    trace.code = error.code;
  };
  if (!opened) {
    fail(opened.error());
    return trace;
  }
  trace.reader = std::move(*opened);
  trace.names = &trace.reader->names();
  for (;;) {
    auto batch = trace.reader->next();
    if (!batch) {
      fail(batch.error());
      break;
    }
    if (batch->empty()) break;
    trace.events.insert(trace.events.end(), batch->begin(), batch->end());
  }
  trace.doubts = trace.reader->doubts();
  return trace;
}

inline Trace read_checked(std::string bytes, const std::string& name, ReadOptions options = {}) {
  return drain(open_trace_from(ByteSource::from_memory(std::move(bytes), name), options));
}

// Without the rules of executions, for traces that only have to be well written.
inline Trace read_unchecked(std::string bytes, const std::string& name) {
  ByteSource source = ByteSource::from_memory(std::move(bytes), name);
  if (name.ends_with(".std")) return drain(read_std_text(std::move(source)));
  auto reader = HdlReader::open(std::move(source));
  if (!reader) return drain(base::failure(std::move(reader.error())));
  return drain(std::unique_ptr<TraceReader>(std::move(*reader)));
}

inline std::string written(const event::Names& names, std::span<const event::Event> events,
                           std::string_view extension, bool finish = true) {
  std::string bytes;
  auto writer = create_trace_in(ByteSink::to_memory(bytes), "a" + std::string(extension));
  EXPECT_TRUE(writer);
  EXPECT_TRUE((*writer)->write(names, events));
  if (finish) {
    EXPECT_TRUE((*writer)->finish());
  }
  return bytes;
}

// All that text can say of an event, ids resolved.
inline std::string in_words(const event::Event& event, const event::Names& names) {
  std::string words = fmt::format("{} {} {} {}", names.threads[event.thread], event::name(event.operation),
                                  event::name(event.order), names.describe_target(event));
  if (event::target_kind(event.operation) == event::TargetKind::variable)
    words += fmt::format(":{}", event.extent);
  if (event.operation == event::Operation::wait || event.operation == event::Operation::wake)
    words += event.lock().exists() ? " with " + names.locks[event.lock()] : " with no lock";
  if (event.has_value) words += fmt::format(" = {}", event.value);
  if (event.tried) words += " by trying";
  if (event.location.exists())
    words += fmt::format(" at {} in `{}`", names.describe(event.location),
                         names.locations[event.location].function);
  return words;
}

// Each operation with each memory order, with and without value, location, function, stack; with odd names,
// and variables by name, by part and by address. Not an execution.
inline std::vector<event::Event> every_shape(event::Names& names) {
  using event::Operation;
  const auto odd = [](std::string_view what) { return fmt::format("{} |(),=%#\n\r\x01 é {}", what, what); };
  const auto intern_two = [&](auto& table, const std::string& plain) {
    return std::pair(table.intern(plain), table.intern(odd(plain)));
  };
  const auto threads = intern_two(names.threads, "T0");
  const auto empty_thread = names.threads.intern("");
  const auto comment_thread = names.threads.intern("#T");
  const auto locks = intern_two(names.locks, "L");
  const auto conditions = intern_two(names.conditions, "C");
  const auto barriers = intern_two(names.barriers, "B");
  const auto messages = intern_two(names.messages, "M");
  const std::vector<event::MarkId> marks = {
      names.marks.intern({"done", {}}), names.marks.intern({"", {}}),
      names.marks.intern({"", {{"a", 1}, {"b", std::numeric_limits<std::int64_t>::min()}}}),
      names.marks.intern({odd("label"), {{odd("value"), -1}, {"", 0}}})};
  const event::Variable named = names.variable("x");
  const std::vector<event::Variable> variables = {
      named,
      names.variable("a name that is longer than sixteen bytes"),
      names.variable(odd("V")),
      names.variable("0x10:4"),
      names.variable("y+1:2"),
      names.variable(""),
      {named.address + 2, 4},
      {named.address, 1},
      {0x7fffdeadbeef, 16},
      {8, 1},
  };
  const std::vector<event::LocationId> locations = {
      event::LocationId(), names.locations.intern({.line = 12}),
      names.locations.intern({.file = "bank.cpp", .line = 11}),
      names.locations.intern({.file = odd("f"), .line = 3, .column = 4, .function = odd("withdraw(int)")})};
  const event::StackId stack = names.stacks.intern({locations[1], locations[2]});

  std::vector<event::Event> events;
  for (std::size_t i = 0; i < event::kOperations; ++i) {
    const auto operation = static_cast<Operation>(i);
    std::vector<event::Event> shapes;
    const auto add = [&](auto... targets) {
      (shapes.push_back(event::act(threads.first, operation, targets)), ...);
    };
    switch (event::target_kind(operation)) {
      case event::TargetKind::nothing:
        shapes.push_back(event::lifetime(empty_thread, operation));
        shapes.push_back(event::lifetime(comment_thread, operation));
        break;
      case event::TargetKind::variable:
        for (const event::Variable variable : variables)
          shapes.push_back(event::access(threads.second, operation, variable));
        break;
      case event::TargetKind::lock:
        add(locks.first, locks.second);
        break;
      case event::TargetKind::condition:
        if (operation == Operation::wait || operation == Operation::wake) {
          for (const event::LockId lock : {event::LockId(), locks.first, locks.second})
            shapes.push_back(event::waiting(threads.first, operation, conditions.second, lock));
          shapes.push_back(event::waiting(threads.first, operation, conditions.first, event::LockId()));
        } else {
          add(conditions.first, conditions.second);
        }
        break;
      case event::TargetKind::thread:
        add(threads.first, threads.second, empty_thread, comment_thread);
        break;
      case event::TargetKind::barrier:
        add(barriers.first, barriers.second);
        break;
      case event::TargetKind::message:
        add(messages.first, messages.second);
        break;
      case event::TargetKind::mark:
        for (const event::MarkId mark : marks) add(mark);
        break;
    }
    for (event::Event shape : shapes)
      for (std::size_t order = 0; order < event::kMemoryOrders; ++order)
        for (const event::LocationId location : locations) {
          shape.order = static_cast<event::MemoryOrder>(order);
          shape.location = location;
          shape.stack = order == 2 ? stack : event::StackId();
          shape.has_value = order > 3;
          shape.tried = order % 2 == 1 && event::can_be_tried(shape.operation);
          shape.value = order == 4 ? 7 : order == 5 ? ~std::uint64_t{0} : 0;
          events.push_back(shape);
        }
  }
  return events;
}

// Plain accesses of 8 threads: no rule of executions is broken.
inline std::vector<event::Event> random_accesses(event::Names& names, std::size_t count,
                                                 std::size_t variables, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<event::Event> events;
  for (std::size_t i = 0; i < count; ++i) {
    const event::ThreadId thread = names.threads.intern(fmt::format("T{}", random() % 8));
    event::Event event =
        event::access(thread, random() % 3 == 0 ? event::Operation::write : event::Operation::read,
                      names.variable(fmt::format("V{}", random() % variables)));
    event.location = names.locations.intern({.line = static_cast<std::uint32_t>(1 + random() % 700)});
    event.has_value = random() % 5 == 0;
    if (event.has_value) event.value = random() >> (random() % 64);
    events.push_back(event);
  }
  return events;
}

}  // namespace heddle::trace
