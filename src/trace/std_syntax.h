// SPDX-License-Identifier: Apache-2.0
// The words of STD text: how names, variables, marks and locations are spelt. doc/trace-format.md says the
// same for people. Everything written here is read back as it was.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "event/event.h"
#include "event/names.h"

namespace heddle::trace {

// A name stands as it is, but for blanks, control characters and | ( ) , = % which become %xx (two hex
// digits); the empty name is "%-".
std::string escape_name(std::string_view name);
base::Result<std::string> unescape_name(std::string_view text);

// A named variable is its name; other bytes are "0x7f00:8" (address, size) or "x+4:2" (bytes 4 and 5 of the
// named variable x).
std::string spell_variable(event::Variable variable, const event::Names& names);
base::Result<event::Variable> variable_spelt(std::string_view text, event::Names& names);
inline bool is_spelt_as_address(std::string_view text) { return text.starts_with("0x"); }

// "label", "a=1,b=-2", "label,a=1".
std::string spell_mark(const event::Mark& mark);
base::Result<event::Mark> mark_spelt(std::string_view text);

// "bank.cpp:11", "12", "bank.cpp:11|withdraw(int)": the place, and the function where it is known.
std::string spell_location(const event::Location& location);
base::Result<event::Location> location_spelt(std::string_view text);

base::Result<std::uint64_t> value_spelt(std::string_view digits);

// A comment that says why a trace is not all that happened.
inline constexpr std::string_view kIncomplete = "#! incomplete: ";

// Before the name of an acquire: it was tried.
inline constexpr std::string_view kTry = "try";

// What an operation without a written order has.
constexpr event::MemoryOrder default_order(event::Operation operation) {
  return event::has_order(operation) ? event::MemoryOrder::seq_cst : event::MemoryOrder::relaxed;
}

constexpr bool is_waiting(event::Operation operation) {
  return operation == event::Operation::wait || operation == event::Operation::wake;
}

}  // namespace heddle::trace
