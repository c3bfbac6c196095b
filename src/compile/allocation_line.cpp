// SPDX-License-Identifier: Apache-2.0
#include "compile/allocation_line.h"

#include <fstream>
#include <iterator>
#include <regex>

namespace heddle::compile {

std::string source_line(const std::string& file, std::uint32_t line) {
  std::ifstream in(file);
  std::string text;
  for (std::uint32_t i = 0; i < line && std::getline(in, text); ++i) {
  }
  return in ? text : "";
}

namespace {

// `Node* node(new Node)` and `: head_(new Node)`, but not `nodes.push_back(new Node)` or `keep(new Node)`.
bool is_initialised(const std::string& before, const std::string& name) {
  static const std::regex type(R"([\w>*&:,]\s*$)"), keyword(R"(\b(return|co_return|else|throw)\s*$)");
  return name.find_first_of(".>") == std::string::npos && std::regex_search(before, type) &&
         !std::regex_search(before, keyword);
}

}  // namespace

AllocationLine allocation_in(const std::string& line) {
  static const std::regex assigned(
      R"(([A-Za-z_][\w.]*(?:->\w+)*)\s*(\{|=|\()\s*(?:\([^()]*\)\s*)?(?:new\b|std::make_|malloc|calloc|aligned_alloc|realloc))");
  static const std::regex made(R"(\bnew\s+(?:\([^)]*\)\s*)?((?:\w+::)*\w+(?:<[^;()]*>)?))");
  static const std::regex made_by(R"(make_(?:unique|shared)<((?:\w+::)*\w+(?:<[^;()]*>)?))");
  static const std::regex sized(R"(sizeof\s*\(\s*(?:struct\s+)?((?:\w+::)*\w+)\s*\))");
  static const std::regex declared(
      R"(((?:\w+::)*\w+(?:<[^;()]*>)?)\s*\*\s*(?:const\s+)?(\w+)\s*(?:\{|=|\())");
  static const std::regex any(R"(\b(?:new|make_unique|make_shared|malloc|calloc|aligned_alloc|realloc)\b)");
  AllocationLine said;
  std::smatch found;
  // Of several allocations nobody knows which one is meant.
  if (std::distance(std::sregex_iterator(line.begin(), line.end(), any), std::sregex_iterator()) > 1) {
    for (const std::regex* made_here : {&made, &made_by, &sized})
      for (std::sregex_iterator at(line.begin(), line.end(), *made_here), end; at != end; ++at) {
        if (!said.type.empty() && said.type != (*at)[1].str()) return {};
        said.type = (*at)[1];
      }
    return said;
  }
  if (std::regex_search(line, found, assigned) &&
      (found[2] != "(" || is_initialised(found.prefix(), found[1])))
    said.variable = found[1];
  if (std::regex_search(line, found, made) || std::regex_search(line, found, made_by) ||
      std::regex_search(line, found, sized))
    said.type = found[1];
  else if (std::regex_search(line, found, declared) && found[2] == said.variable)
    said.type = found[1];
  return said;
}

}  // namespace heddle::compile
