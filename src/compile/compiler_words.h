// SPDX-License-Identifier: Apache-2.0
// A compiler as people name it: "g++", "ccache g++", "/opt/my tools/g++", "clang++ --target=x86_64-linux-gnu". Behind
// launchers, which keep what was compiled or send it elsewhere, stands the compiler; behind it, flags.
#pragma once

#include <string>
#include <vector>

namespace heddle::compile {

// The words of a command as a POSIX shell splits it; no expansion.
std::vector<std::string> shell_words(const std::string& command);

// How many words of a command are launchers (ccache, distcc …) with their own settings; at least one word is left.
std::size_t launchers_in(const std::vector<std::string>& words);

struct CompilerWords {
  std::vector<std::string> launchers;
  std::string compiler;  // one word
  std::vector<std::string> flags;
};
// A name that is an installed command as it stands is one word, with its spaces.
CompilerWords compiler_words(const std::string& named);

}  // namespace heddle::compile
