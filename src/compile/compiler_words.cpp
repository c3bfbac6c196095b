// SPDX-License-Identifier: Apache-2.0
#include "compile/compiler_words.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "compile/compiler.h"

namespace heddle::compile {

std::vector<std::string> shell_words(const std::string& command) {
  std::vector<std::string> words;
  std::string word;
  bool inside = false;
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (quote == '\'') {
      if (c == '\'')
        quote = 0;
      else
        word += c;
    } else if (c == '\\' && i + 1 < command.size()) {
      const char next = command[i + 1];
      if (quote == '"' && next != '"' && next != '\\' && next != '$' && next != '`') word += c;
      word += next;
      ++i;
      inside = true;
    } else if (quote == '"') {
      if (c == '"')
        quote = 0;
      else
        word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      inside = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      if (inside) words.push_back(word);
      word.clear();
      inside = false;
    } else {
      word += c;
      inside = true;
    }
  }
  if (inside) words.push_back(word);
  return words;
}

std::size_t launchers_in(const std::vector<std::string>& words) {
  constexpr std::array<std::string_view, 8> kLaunchers = {"ccache", "sccache",    "distcc", "icecc",
                                                          "gomacc", "buildcache", "nice",   "env"};
  const auto is_launcher = [&](const std::string& word) {
    const std::string name = std::filesystem::path(word).filename().string();
    return std::find(kLaunchers.begin(), kLaunchers.end(), name) != kLaunchers.end();
  };
  const auto is_setting = [](const std::string& word) {  // env CCACHE_DIR=here, ccache compression=true
    return word.find('=') != std::string::npos && word[0] != '-';
  };
  std::size_t count = 0;
  while (count + 1 < words.size() && (is_launcher(words[count]) || (count > 0 && is_setting(words[count]))))
    ++count;
  return count;
}

CompilerWords compiler_words(const std::string& named) {
  if (named.find(' ') == std::string::npos || is_installed(named)) return {{}, named, {}};
  const std::vector<std::string> words = shell_words(named);
  if (words.empty()) return {{}, named, {}};
  const auto compiler = words.begin() + static_cast<std::ptrdiff_t>(launchers_in(words));
  return {{words.begin(), compiler}, *compiler, {compiler + 1, words.end()}};
}

}  // namespace heddle::compile
