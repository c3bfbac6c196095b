// SPDX-License-Identifier: Apache-2.0
// The calls of the rule book by number and by name, and what is fixed about each (call.def).
#pragma once

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sync/object.h"

namespace heddle::sync {

enum class Call : std::uint8_t {
#define HEDDLE_SYNC_CALL(enumerator, ...) enumerator,
#include "sync/call.def"
#undef HEDDLE_SYNC_CALL
};

// trying and looking calls tell their caller what state the object is in: they commute with no call of
// another thread that changes it. timed ones do both: wait, or find that they cannot have it.
enum class Form : std::uint8_t { init, destroy, blocking, trying, timed, giving, looking };

// What the call does to the bytes of its object. `write` is a plain write of all of them. `use` conflicts
// with every plain access, with writes, free and the end of the scope, but with no other use. `leave` is the last
// use of who has waited there, as it returns: libc's destroy waits for it, so it conflicts with all but destroy.
enum class Access : std::uint8_t { none, use, write, leave };

struct Row {
  Call call;
  std::string_view enumerator;
  Object object;
  Form form;
  Access access;
  int writes_argument;  // the caller writes, plainly, what this argument points to; -1: none
  std::string_view names, c11_names, other_names;
  std::string_view needs, blocks_while, returns, order;
};

inline constexpr Row kRows[] = {
#define HEDDLE_SYNC_CALL(enumerator, object, form, rule, access, writes, names, c11_names, other_names, \
                         needs, blocks, returns, order)                                                 \
  {Call::enumerator, #enumerator, Object::object, Form::form, Access::access, writes, names,            \
   c11_names,        other_names, needs,          blocks,     returns,        order},
#include "sync/call.def"
#undef HEDDLE_SYNC_CALL
};
inline constexpr std::size_t kCalls = sizeof kRows / sizeof kRows[0];

constexpr const Row& row(Call call) { return kRows[static_cast<std::size_t>(call)]; }
// A second half of a call, or something that happens to the object without one: no name reaches it.
constexpr bool has_name(Call call) {  // asked by tests
  return !row(call).names.empty() || !row(call).c11_names.empty() || !row(call).other_names.empty();
}
constexpr bool tells_state(Call call) {
  const Form form = row(call).form;
  return form == Form::trying || form == Form::timed || form == Form::looking;
}

// How a function gives back what the book answers.
enum class Style : std::uint8_t { number, minus_one, c11, own };

struct Named {
  Call call{};
  Style style{};
  bool found = false;
};

namespace detail {
constexpr bool has_word(std::string_view words, std::string_view word) {
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end =
        words.find(' ', at) == std::string_view::npos ? words.size() : words.find(' ', at);
    if (words.substr(at, end - at) == word) return true;
    at = end + 1;
  }
  return false;
}
}  // namespace detail

constexpr Named call_named(std::string_view name) {
  for (const Row& row : kRows) {
    const bool by_errno = row.object == Object::semaphore || row.object == Object::futex;
    if (detail::has_word(row.names, name))
      return {row.call, by_errno ? Style::minus_one : Style::number, true};
    if (detail::has_word(row.c11_names, name)) return {row.call, Style::c11, true};
    if (detail::has_word(row.other_names, name)) return {row.call, Style::own, true};
  }
  return {};
}

// C11's values are glibc's: success 0, busy 1, error 2, nomem 3, timedout 4.
constexpr int as_c11(int error) {
  switch (error) {
    case 0:
      return 0;
    case EBUSY:
      return 1;
    case ENOMEM:
      return 3;
    case ETIMEDOUT:
      return 4;
    default:
      return 2;
  }
}
// What the function returns for an answer's value; where it is -1, errno is the value.
constexpr int returned(Style style, int value) {
  switch (style) {
    case Style::number:
    case Style::own:
      return value;
    case Style::minus_one:
      return value == 0 ? 0 : -1;
    case Style::c11:
      return as_c11(value);
  }
  return value;
}

}  // namespace heddle::sync
