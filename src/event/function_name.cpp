// SPDX-License-Identifier: Apache-2.0
#include "event/function_name.h"

#include <algorithm>
#include <string_view>

namespace heddle::event {
namespace {

// The arguments of templates that nobody writes.
constexpr std::string_view kLeftOut[] = {", std::char_traits<", ", std::allocator<", ", std::default_delete<",
                                         ", std::less<",        ", std::equal_to<",  ", std::hash<",
                                         ", (__gnu_cxx::"};

void leave_out_defaults(std::string& text) {
  for (const std::string_view begin : kLeftOut) {
    for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin)) {
      int depth = 0;
      std::size_t end = at + 2;
      for (; end < text.size() && !(depth == 0 && (text[end] == ',' || text[end] == '>')); ++end)
        depth += text[end] == '<' || text[end] == '(' ? 1 : text[end] == '>' || text[end] == ')' ? -1 : 0;
      while (end < text.size() && text[end] == ' ') ++end;
      text.erase(at, end - at);
    }
  }
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

}  // namespace

std::string readable_function(std::string function) {
  if (function == "operator()") return "lambda";
  // What the headers of libc make of a call, such as sscanf.
  for (const std::string_view standard : {"__isoc99_", "__isoc23_"})
    if (function.starts_with(standard)) return function.substr(standard.size());
  // What initialises globals: gcc's and clang's.
  if (function.starts_with("__static_initialization_and_destruction") ||
      function.starts_with("_GLOBAL__sub_I_") || function.starts_with("__cxx_global_var_init") ||
      function.starts_with("_GLOBAL__I_"))
    return "before main";
  const std::size_t lambda = std::min(
      {function.find("{lambda("), function.find("$_"), function.find("'lambda")});  // gcc's and clang's
  if (lambda == std::string::npos || function.find("operator()", lambda) == std::string::npos)
    return function;
  std::string where = function.substr(0, lambda);
  while (where.ends_with(':')) where.pop_back();
  if (const std::size_t parameters = where.find_first_of("(<"); parameters != std::string::npos)
    where.resize(parameters);
  return where.empty() ? "lambda" : "lambda in " + where;
}

std::string short_function(std::string function) {
  leave_out_defaults(function);
  replace_all(function, "[abi:cxx11]", "");
  replace_all(function, "std::__cxx11::", "std::");
  replace_all(function, "std::basic_string<char>", "std::string");
  replace_all(function, "std::basic_string<char >", "std::string");
  replace_all(function, "> >", ">>");
  return function;
}

}  // namespace heddle::event
