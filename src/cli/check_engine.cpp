// SPDX-License-Identifier: Apache-2.0
#include "cli/check_engine.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <string_view>
#include <vector>

#include "compile/bitcode.h"
#include "compile/compiler.h"

namespace heddle::cli {
namespace {

// Comments, strings and characters are blanks; lines stay where they are.
std::string without_comments(const std::string& text) {
  std::string out = text;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    if (text.compare(i, 2, "//") == 0) {
      end = std::min(text.find('\n', i), text.size());
    } else if (text.compare(i, 2, "/*") == 0) {
      end = text.find("*/", i + 2);
      end = end == std::string::npos ? text.size() : end + 2;
    } else if (text[i] == '"' || text[i] == '\'') {
      while (end < text.size() && text[end] != text[i] && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
      end = std::min(end + 1, text.size());
    } else {
      ++i;
      continue;
    }
    for (; i < end; ++i)
      if (out[i] != '\n') out[i] = ' ';
  }
  return out;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Words, numbers and single signs.
std::vector<std::string_view> tokens_of(std::string_view text) {
  std::vector<std::string_view> tokens;
  for (std::size_t i = 0; i < text.size();) {
    if (std::isspace(static_cast<unsigned char>(text[i])) != 0) {
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    if (is_word(text[i]))
      while (end < text.size() && is_word(text[end])) ++end;
    tokens.push_back(text.substr(i, end - i));
    i = end;
  }
  return tokens;
}

bool starts_with(const std::vector<std::string_view>& tokens, std::size_t at,
                 std::initializer_list<std::string_view> wanted) {
  return at + wanted.size() <= tokens.size() &&
         std::equal(wanted.begin(), wanted.end(), tokens.begin() + static_cast<std::ptrdiff_t>(at));
}

// while (1), while (true) or for (;;) with a body that no break, return, goto, throw or exit leaves.
bool has_endless_loop(const std::vector<std::string_view>& tokens) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    std::size_t body = 0;
    if (starts_with(tokens, i, {"while", "(", "1", ")"}) ||
        starts_with(tokens, i, {"while", "(", "true", ")"}))
      body = i + 4;
    else if (starts_with(tokens, i, {"for", "(", ";", ";", ")"}))
      body = i + 5;
    else
      continue;
    if (body > i + 3 && i > 0 && tokens[i - 1] == "}" && body < tokens.size() && tokens[body] == ";")
      continue;  // the end of do … while (1)
    int depth = 0;
    bool leaves = false;
    for (; body < tokens.size() && !leaves; ++body) {
      const std::string_view token = tokens[body];
      if (token == "{") ++depth;
      if (token == "}") --depth;
      leaves = token == "break" || token == "return" || token == "goto" || token == "throw" ||
               token.find("exit") != std::string_view::npos || token == "abort" || token == "longjmp";
      if (depth == 0 && (token == "}" || token == ";")) break;
    }
    if (!leaves && body < tokens.size()) return true;
  }
  return false;
}

}  // namespace

EngineChoice engine_for(const std::string& path) {
  if (compile::is_bitcode(path)) return {"machine", "it is LLVM bitcode"};
  if (!compile::is_source(path)) return {"native", ""};
  std::ifstream in(path, std::ios::binary);
  const std::string text =
      without_comments({std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()});
  const std::vector<std::string_view> tokens = tokens_of(text);
  for (const std::string_view token : tokens) {
    if (token.substr(0, 11) == "__VERIFIER_" || token == "reach_error")
      return {"machine", "it speaks of " + std::string(token)};
    if (token == "HEDDLE_PROTECTED_BY" || token == "HEDDLE_EXCLUSIVE" || token == "HEDDLE_THREAD_LOCAL")
      return {"machine", "it has the annotation " + std::string(token)};
  }
  if (has_endless_loop(tokens)) return {"machine", "it has a loop that nothing leaves"};
  return {"native", ""};
}

}  // namespace heddle::cli
