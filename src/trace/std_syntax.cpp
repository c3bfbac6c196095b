// SPDX-License-Identifier: Apache-2.0
#include "trace/std_syntax.h"

#include <charconv>
#include <optional>

#include <fmt/format.h>

namespace heddle::trace {
namespace {

using base::ErrorCode;
using base::failure;
using base::Result;

constexpr std::string_view kEmptyName = "%-";

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }
bool is_special(char c) {
  return is_control(c) || c == ' ' || std::string_view("|(),=%").find(c) != std::string_view::npos;
}

void append_escaped(std::string& out, char c) {
  out += fmt::format("%{:02x}", static_cast<unsigned char>(c));
}

template <class Number>
std::optional<Number> number_from(std::string_view digits, int base = 10) {
  Number number{};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return number;
}

// Bytes `offset` to `offset + size` of something, spelt "offset:size".
struct Part {
  std::uint64_t offset = 0;
  std::uint32_t size = 0;
};
std::optional<Part> part_spelt(std::string_view text, int base) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto offset = number_from<std::uint64_t>(text.substr(0, colon), base);
  const auto size = number_from<std::uint32_t>(text.substr(colon + 1));
  if (!offset || !size) return std::nullopt;
  return Part{*offset, *size};
}
// The place of the + in "x+4:2", or npos.
std::size_t part_begin(std::string_view text) {
  const auto plus = text.rfind('+');
  if (plus == std::string_view::npos || !part_spelt(text.substr(plus + 1), 10)) return std::string_view::npos;
  return plus;
}

Result<std::string> unescape(std::string_view text, bool is_name) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      if (is_name && is_special(text[i]))
        return failure(ErrorCode::malformed,
                       fmt::format("found `{}` in the name `{}`, expected it as %{:02x}", text[i], text,
                                   static_cast<unsigned char>(text[i])));
      out += text[i];
      continue;
    }
    const auto code = number_from<std::uint8_t>(text.substr(i + 1, 2), 16);
    if (!code || i + 3 > text.size())
      return failure(ErrorCode::malformed,
                     fmt::format("found `{}`, expected two hex digits after %", text.substr(i, 3)));
    out += static_cast<char>(*code);
    i += 2;
  }
  return out;
}

}  // namespace

std::string escape_name(std::string_view name) {
  if (name.empty()) return std::string(kEmptyName);
  std::string out;
  for (const char c : name) {
    if (is_special(c) || (c == '#' && out.empty()))  // a line that starts with # is a comment
      append_escaped(out, c);
    else
      out += c;
  }
  return out;
}

Result<std::string> unescape_name(std::string_view text) {
  if (text.empty()) return failure(ErrorCode::malformed, "found nothing, expected a name");
  if (text == kEmptyName) return std::string();
  return unescape(text, true);
}

std::string spell_variable(event::Variable variable, const event::Names& names) {
  constexpr std::uint64_t kFirst = event::Names::kNamedVariables;
  const std::uint64_t number = (variable.address - kFirst) / 8;
  const std::uint64_t offset = variable.address % 8;
  if (variable.address < kFirst || number >= names.named_variables() || offset + variable.size > 8)
    return fmt::format("{:#x}:{}", variable.address, variable.size);
  std::string text = escape_name(names.describe({kFirst + 8 * number, 8}));
  // A name that looks like one of the other spellings hides what makes it look so.
  if (is_spelt_as_address(text)) text.replace(0, 1, "%30");
  if (const auto plus = part_begin(text); plus != std::string::npos) text.replace(plus, 1, "%2b");
  return variable.size == 8 ? text : fmt::format("{}+{}:{}", text, offset, variable.size);
}

Result<event::Variable> variable_spelt(std::string_view text, event::Names& names) {
  if (is_spelt_as_address(text)) {
    const auto part = part_spelt(text.substr(2), 16);
    if (!part)
      return failure(ErrorCode::malformed,
                     fmt::format("found `{}`, expected an address and a size, as in 0x7f00:8", text));
    if (part->size == 0 || part->offset + part->size < part->offset)
      return failure(ErrorCode::malformed,
                     fmt::format("found `{}`, expected a size from 1 to the last address", text));
    return event::Variable{part->offset, part->size};
  }
  const auto plus = part_begin(text);
  auto name = unescape_name(text.substr(0, plus));
  if (!name) return failure(std::move(name.error()));
  event::Variable variable = names.variable(*name);
  if (plus == std::string_view::npos) return variable;
  const auto part = part_spelt(text.substr(plus + 1), 10);
  if (part->size == 0 || part->offset > 7 || part->offset + part->size > 8)
    return failure(ErrorCode::malformed,
                   fmt::format("found `{}`, expected a part of 8 bytes, as in x+4:2", text));
  variable.address += part->offset;
  variable.size = part->size;
  return variable;
}

std::string spell_mark(const event::Mark& mark) {
  std::string text = mark.label.empty() ? std::string() : escape_name(mark.label);
  for (const event::MarkValue& value : mark.values) {
    if (!text.empty()) text += ',';
    text += fmt::format("{}={}", value.name.empty() ? std::string() : escape_name(value.name), value.value);
  }
  return text;
}

Result<event::Mark> mark_spelt(std::string_view text) {
  event::Mark mark;
  for (bool first = true; !text.empty() || !first; first = false) {
    const auto comma = text.find(',');
    const std::string_view item = text.substr(0, comma);
    const auto equals = item.find('=');
    auto name = unescape(item.substr(0, equals), true);
    if (!name) return failure(std::move(name.error()));
    if (equals != std::string_view::npos) {
      const auto value = number_from<std::int64_t>(item.substr(equals + 1));
      if (!value)
        return failure(ErrorCode::malformed,
                       fmt::format("found `{}`, expected name=number with a number of 64 bits", item));
      mark.values.push_back({std::move(*name), *value});
    } else if (first && !item.empty()) {
      mark.label = std::move(*name);
    } else {
      return failure(ErrorCode::malformed, fmt::format("found `{}`, expected name=number", item));
    }
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
  }
  return mark;
}

std::string spell_location(const event::Location& location) {
  std::string out;
  const auto append = [&](std::string_view text) {
    for (const char c : text) {
      if (is_control(c) || c == '|' || c == '%')
        append_escaped(out, c);
      else
        out += c;
    }
  };
  append(event::text(location));
  if (!location.function.empty()) {
    out += '|';
    append(location.function);
  }
  return out;
}

Result<event::Location> location_spelt(std::string_view text) {
  const auto bar = text.find('|');
  auto place = unescape(text.substr(0, bar), false);
  if (!place) return failure(std::move(place.error()));
  event::Location location = event::location_from(*place);
  if (bar == std::string_view::npos) return location;
  const std::string_view rest = text.substr(bar + 1);
  if (rest.find('|') != std::string_view::npos)
    return failure(
        ErrorCode::malformed,
        fmt::format("found `|{}`, expected at most four fields: thread|operation|location|function", rest));
  auto function = unescape(rest, false);
  if (!function) return failure(std::move(function.error()));
  location.function = std::move(*function);
  return location;
}

Result<std::uint64_t> value_spelt(std::string_view digits) {
  if (const auto value = number_from<std::uint64_t>(digits)) return *value;
  return failure(ErrorCode::malformed,
                 fmt::format("found `={}`, expected = and a number of 64 bits", digits));
}

}  // namespace heddle::trace
