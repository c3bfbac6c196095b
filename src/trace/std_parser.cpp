// SPDX-License-Identifier: Apache-2.0
#include "trace/std_parser.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "trace/std_syntax.h"

namespace heddle::trace {

using base::ErrorCode;
using base::failure;
using base::Result;
using event::Event;
using event::MemoryOrder;
using event::Operation;
using event::TargetKind;

namespace {

// An operation and its order as one number for the table of spellings.
constexpr std::uint64_t pack(Operation operation, MemoryOrder order, bool tried = false) {
  return static_cast<std::uint64_t>(operation) | static_cast<std::uint64_t>(order) << 8 |
         static_cast<std::uint64_t>(tried) << 16;
}
std::string operations_expected() {
  std::string text;
  for (std::size_t i = 0; i < event::kOperations; ++i)
    text += fmt::format("{}{}", i == 0 ? "" : " ", event::std_name(static_cast<Operation>(i)));
  text += fmt::format(" {0}acq {0}acqs", kTry);
  return text;
}

// "7f00:8" of the usual length; whatever else it is, parse_line says it.
bool parse_address(const char* text, const char* end, Event& event) {
  const char* begin = text;
  for (; *text != ':'; ++text) {
    const auto digit = static_cast<unsigned>(*text - '0'), letter = static_cast<unsigned>(*text - 'a');
    if (digit > 9 && letter > 5) return false;
    event.target = event.target << 4 | (digit <= 9 ? digit : letter + 10);
  }
  const auto digits = text++ - begin;
  if (digits == 0 || digits > 15 || end - text < 1 || end - text > 9) return false;
  for (; text < end; ++text) {
    if (*text < '0' || *text > '9') return false;
    event.extent = 10 * event.extent + static_cast<std::uint32_t>(*text - '0');
  }
  return event.extent != 0;
}
const std::uint64_t* look_up(const NameTable& table, const char* begin, const char* end) {
  return begin == end ? nullptr : table.find(between(begin, end));
}

bool find_padded(const NameTable& table, std::string_view text) {
  const std::string padded = std::string(text) + std::string(NameTable::kPadding, '\0');
  return table.find(std::string_view(padded).substr(0, text.size())) != nullptr;
}

}  // namespace

StdParser::StdParser() {
  for (std::size_t i = 0; i < event::kOperations; ++i) {
    const auto operation = static_cast<Operation>(i);
    operations_.add(event::std_name(operation), pack(operation, default_order(operation)));
    if (event::can_be_tried(operation))
      operations_.add(fmt::format("{}{}", kTry, event::std_name(operation)),
                      pack(operation, default_order(operation), true));
    for (std::size_t j = 0; j < event::kMemoryOrders; ++j) {
      const auto order = static_cast<MemoryOrder>(j);
      operations_.add(fmt::format("{}.{}", event::std_name(operation), event::name(order)),
                      pack(operation, order));
    }
  }
}

const char* StdParser::parse_known(const char* text, Event& event) const {
  const char* bar = find<'|'>(text);
  const std::uint64_t* thread = look_up(threads_, text, bar);
  if (!thread) return nullptr;
  event.thread = event::ThreadId(*thread);

  const char* name = bar + 1;
  const char* target = nullptr;
  if (name[1] == '(' && (name[0] == 'r' || name[0] == 'w')) {
    event.operation = name[0] == 'r' ? Operation::read : Operation::write;
    target = name + 2;
  } else {
    const char* open = find<'('>(name);
    const std::uint64_t* operation = look_up(operations_, name, open);
    if (!operation || is_waiting(static_cast<Operation>(*operation & 0xff))) return nullptr;
    event.operation = static_cast<Operation>(*operation & 0xff);
    event.order = static_cast<MemoryOrder>(*operation >> 8 & 0xff);
    event.tried = *operation >> 16 != 0;
    target = open + 1;
  }
  const char* close = find<')'>(target);
  const TargetKind kind = event::target_kind(event.operation);
  if (kind == TargetKind::nothing) {
    if (close != target) return nullptr;
  } else if (kind == TargetKind::variable && target[0] == '0' && target[1] == 'x') {
    if (!parse_address(target + 2, close, event)) return nullptr;
  } else {
    const std::uint64_t* number = look_up(targets_[static_cast<std::size_t>(kind)], target, close);
    if (!number) return nullptr;
    event.target = *number;
    event.extent = kind == TargetKind::variable ? 8 : 0;
  }

  const char* location = close + 1;
  if (*location == '=') {
    const char* digit = location + 1;
    while (*digit >= '0' && *digit <= '9')
      event.value = 10 * event.value + static_cast<std::uint64_t>(*digit++ - '0');
    if (digit == location + 1 || digit > location + 19) return nullptr;
    event.has_value = true;
    location = digit;
  }
  if (*location == '\n') return location + 1;
  if (*location++ != '|') return nullptr;
  const char* newline = find<'\n'>(location);
  const char* location_end = newline[-1] == '\r' ? newline - 1 : newline;
  const std::uint64_t* location_number = look_up(locations_, location, location_end);
  if (!location_number) return nullptr;
  event.location = event::LocationId(*location_number);
  return newline + 1;
}
// The number of a name known by its raw spelling, or found by `make` and then known.
template <class Make>
Result<std::uint64_t> StdParser::known(NameTable& table, std::string_view spelling, Make make) {
  const std::string padded = std::string(spelling) + std::string(NameTable::kPadding, '\0');
  if (!spelling.empty())
    if (const auto* number = table.find(std::string_view(padded).substr(0, spelling.size()))) return *number;
  Result<std::uint64_t> number = make(spelling);
  if (number && !spelling.empty()) table.add(spelling, *number);
  return number;
}
template <class Id>
Result<std::uint64_t> StdParser::known_name(NameTable& table, std::string_view spelling,
                                            base::StringInterner<Id>& names) {
  return known(table, spelling, [&](std::string_view text) -> Result<std::uint64_t> {
    auto name = unescape_name(text);
    if (!name) return failure(std::move(name.error()));
    return names.intern(*name).number();
  });
}
Result<Event> StdParser::parse_line(std::string_view line) {
  const auto first_bar = line.find('|');
  if (first_bar == std::string_view::npos)
    return failure(ErrorCode::malformed,
                   fmt::format("found `{}`, expected thread|operation(target)|location", line.substr(0, 80)));
  Event event;
  auto thread = known_name(threads_, line.substr(0, first_bar), names_.threads);
  if (!thread) return failure(std::move(thread.error()));
  event.thread = event::ThreadId(*thread);

  const std::string_view rest = line.substr(first_bar + 1);
  const auto second_bar = rest.find('|');
  if (auto done = parse_action(rest.substr(0, second_bar), event); !done)
    return failure(std::move(done.error()));
  if (second_bar == std::string_view::npos || second_bar + 1 == rest.size()) return event;
  auto location =
      known(locations_, rest.substr(second_bar + 1), [&](std::string_view text) -> Result<std::uint64_t> {
        auto place = location_spelt(text);
        if (!place) return failure(std::move(place.error()));
        return names_.locations.intern(*place).number();
      });
  if (!location) return failure(std::move(location.error()));
  event.location = event::LocationId(*location);
  return event;
}

// "w(x)=5", "load.acquire(a)", "fork(T1)" …
Result<void> StdParser::parse_action(std::string_view text, Event& event) {
  const auto open = text.find('(');
  const auto close = text.find(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open)
    return failure(
        ErrorCode::malformed,
        fmt::format("found `{}`, expected an operation and its target, as in w(x)", text.substr(0, 80)));
  const std::string_view name = text.substr(0, open);
  const auto dot = name.find('.');
  auto operation = event::operation_named(name.substr(0, dot));
  if (!operation && name.starts_with(kTry)) {
    operation = event::operation_named(name.substr(0, dot).substr(kTry.size()));
    event.tried = operation && event::can_be_tried(*operation);
    if (!event.tried) operation.reset();
  }
  if (!operation)
    return failure(ErrorCode::malformed, fmt::format("found `{}`, expected an operation: {}",
                                                     name.substr(0, 80), operations_expected()));
  event.operation = *operation;
  event.order = default_order(*operation);
  if (dot != std::string_view::npos) {
    const auto order = event::memory_order_named(name.substr(dot + 1));
    if (!order)
      return failure(
          ErrorCode::malformed,
          fmt::format("found `{}`, expected a memory order: relaxed consume acquire release acq_rel "
                      "seq_cst java_volatile",
                      name.substr(dot + 1, 80)));
    event.order = *order;
  }

  std::string_view target = text.substr(open + 1, close - open - 1);
  std::string_view value = text.substr(close + 1);
  if (event::target_kind(*operation) == TargetKind::variable && value.empty())
    if (const auto equals = target.find('='); equals != std::string_view::npos) {  // w(x=5) for w(x)=5
      value = target.substr(equals);
      target = target.substr(0, equals);
    }
  if (auto done = parse_target(target, event); !done) return done;
  if (value.empty()) return {};
  if (value[0] != '=')
    return failure(ErrorCode::malformed,
                   fmt::format("found `{}` after `)`, expected | or =", value.substr(0, 80)));
  auto number = value_spelt(value.substr(1));
  if (!number) return failure(std::move(number.error()));
  event.value = *number;
  event.has_value = true;
  return {};
}

Result<void> StdParser::parse_target(std::string_view text, Event& event) {
  const TargetKind kind = event::target_kind(event.operation);
  NameTable& table = targets(kind);
  Result<std::uint64_t> target = 0;
  switch (kind) {
    case TargetKind::nothing:
      if (!text.empty())
        return failure(ErrorCode::malformed,
                       fmt::format("found `{}`, expected {}()", text, event::std_name(event.operation)));
      break;
    case TargetKind::variable:
      return parse_variable(text, event);
    case TargetKind::lock:
      target = known_name(table, text, names_.locks);
      break;
    case TargetKind::condition:
      if (is_waiting(event.operation)) return parse_waiting(text, event);
      target = known_name(table, text, names_.conditions);
      break;
    case TargetKind::thread:
      target = known_name(threads_, text, names_.threads);
      if (target && !text.empty() && !find_padded(table, text)) table.add(text, *target);
      break;
    case TargetKind::barrier:
      target = known_name(table, text, names_.barriers);
      break;
    case TargetKind::message:
      target = known_name(table, text, names_.messages);
      break;
    case TargetKind::mark:
      target = known(table, text, [&](std::string_view spelling) -> Result<std::uint64_t> {
        auto mark = mark_spelt(spelling);
        if (!mark) return failure(std::move(mark.error()));
        return names_.marks.intern(*mark).number();
      });
      break;
  }
  if (!target) return failure(std::move(target.error()));
  event.target = *target;
  return {};
}

// Only whole named variables enter the table: a program's addresses are too many to remember.
Result<void> StdParser::parse_variable(std::string_view text, Event& event) {
  auto variable = variable_spelt(text, names_);
  if (!variable) return failure(std::move(variable.error()));
  event.target = variable->address;
  event.extent = variable->size;
  NameTable& table = targets(TargetKind::variable);
  if (!is_spelt_as_address(text) && variable->size == 8 && !find_padded(table, text))
    table.add(text, variable->address);
  return {};
}

// "c,l", or "c" without a lock. Not in the table: wait and wake of one condition differ in their locks.
Result<void> StdParser::parse_waiting(std::string_view text, Event& event) {
  const auto comma = text.find(',');
  auto condition = known_name(waited_conditions_, text.substr(0, comma), names_.conditions);
  if (!condition) return failure(std::move(condition.error()));
  event.target = *condition;
  event.extent = event::LockId().number();
  if (comma == std::string_view::npos) return {};
  auto lock = known_name(targets(TargetKind::lock), text.substr(comma + 1), names_.locks);
  if (!lock) return failure(std::move(lock.error()));
  event.extent = event::LockId(*lock).number();
  return {};
}

}  // namespace heddle::trace
