// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/block_words.h"

#include <algorithm>
#include <regex>

#include <fmt/format.h>

namespace heddle::runtime::host {

std::string argument_of(const std::string& function, std::initializer_list<std::string_view> templates) {
  for (const std::string_view begin : templates) {
    if (!function.starts_with(begin)) continue;
    std::size_t depth = 1, at = begin.size();
    for (; at < function.size() && depth > 0; ++at)
      depth += function[at] == '<' ? 1 : function[at] == '>' ? ~std::size_t{0} : 0;
    std::string type = function.substr(begin.size(), at - begin.size() - 1);
    while (type.ends_with(' ')) type.pop_back();
    return type;
  }
  return "";
}
std::string allocated_type(const std::string& function) {
  return argument_of(function, {"std::__new_allocator<", "__gnu_cxx::new_allocator<", "std::allocator<"});
}
// GoogleTest makes an object of each test, whose members are the fixture's.
std::string tested_type(const std::string& function) {
  return argument_of(function,
                     {"testing::internal::TestFactoryImpl<", "testing::internal::ParameterizedTestFactory<"});
}
std::string first_argument(const std::string& arguments) {
  int depth = 0;
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    depth += arguments[at] == '<' || arguments[at] == '('   ? 1
             : arguments[at] == '>' || arguments[at] == ')' ? -1
                                                            : 0;
    if (depth == 0 && arguments[at] == ',') return arguments.substr(0, at);
  }
  return arguments;
}
std::string named_anywhere(std::string type) {
  constexpr std::string_view kUnnamed = "(anonymous namespace)::";
  const std::size_t inside = std::min(type.find('<'), type.size());
  for (std::size_t at = type.find(kUnnamed); at < inside; at = type.find(kUnnamed))
    type.erase(at, kUnnamed.size());
  return type;
}
std::string short_type(std::string type) {
  for (const std::string_view left_out : {", std::allocator<", ", std::char_traits<", ", (__gnu_cxx::"}) {
    for (std::size_t at = type.find(left_out); at != std::string::npos; at = type.find(left_out)) {
      int depth = 0;
      std::size_t end = at + 2;
      for (; end < type.size() && !(depth == 0 && (type[end] == ',' || type[end] == '>')); ++end)
        depth += type[end] == '<' ? 1 : type[end] == '>' ? -1 : 0;
      while (end < type.size() && type[end] == ' ') ++end;
      type.erase(at, end - at);
    }
  }
  constexpr std::pair<std::string_view, std::string_view> kPlain[] = {
      {"std::__cxx11::", "std::"}, {"std::basic_string<char>", "std::string"}};
  for (const auto& [spelt, plain] : kPlain)
    for (std::size_t at = type.find(spelt); at != std::string::npos; at = type.find(spelt, at + plain.size()))
      type.replace(at, spelt.size(), plain);
  return type;
}

std::string pointer_to(const std::string& name) {
  if (name.starts_with('*')) return name.substr(1);
  if (const std::size_t arrow = name.rfind("->"); arrow != std::string::npos) {
    const std::size_t number = name.rfind('#');
    return name.substr(0, arrow) + (number != std::string::npos && number > arrow ? name.substr(number) : "");
  }
  return "&" + name;
}

std::string freed_name(const std::string& name) {
  if (name.starts_with("block ") || name.starts_with("a block ")) return name;
  if (name.ends_with("[0]")) return name.substr(0, name.size() - 3);
  const std::string pointer = pointer_to(name);
  return pointer.starts_with('&') ? name : pointer;
}

std::string library_words(const std::string& type, const std::string& part, const std::string& line) {
  static const std::regex declared(
      R"((?:(?:promise|packaged_task|future)\s*<.*>\s+|auto\s+)(\w+)\s*(?:[;{(]|=\s*(?:std::)?async))");
  static const std::regex shared(R"(^std::_Sp_counted_ptr(?:_inplace|_deleter)?<([^,<>]*))");
  std::smatch found;
  std::string object;
  if (type.find("std::__future_base::") != std::string::npos)
    object = "shared state of " + (std::regex_search(line, found, declared) ? found[1].str() : "a promise");
  else if (type.starts_with("std::_Sp_counted_ptr") && std::regex_search(type, found, shared))
    object = "shared " + found[1].str();
  for (const auto& [node, container] : kNodes)
    if (type.starts_with(node)) return fmt::format("element of {}", container);
  if (object.empty()) return "";
  const bool uses = part.find("use_count") != std::string::npos;
  if (uses || part.find("weak_count") != std::string::npos)
    return fmt::format("{} count of {}", uses ? "use" : "weak", object);
  return object;
}

}  // namespace heddle::runtime::host
