// SPDX-License-Identifier: Apache-2.0
// What the first lines of a small program say: "// type: Stack<int>" and "// operations: push pop" stand for the options
// of that name; and other lines of one word and what follows it.
#pragma once

#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "prove/front/frontend.h"

namespace heddle::prove {

inline std::vector<std::string> words_after(const std::string& file, const std::string& word) {
  std::vector<std::string> found;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    if (line.rfind("// " + word + ": ", 0) == 0) {
      std::istringstream words(line.substr(word.size() + 5));
      for (std::string one; words >> one;) found.push_back(one);
    }
  return found;
}

inline Compilation compilation_of(const std::string& file) {
  Compilation how;
  how.registration.operations = words_after(file, "operations");
  for (const std::string& part : words_after(file, "type"))
    how.registration.type += (how.registration.type.empty() ? "" : " ") + part;
  how.registration.is_stack = how.registration.type.find("Stack") != std::string::npos;
  return how;
}

}  // namespace heddle::prove
