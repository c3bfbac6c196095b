// SPDX-License-Identifier: Apache-2.0
// The command line as people type it, before CLI11 reads it.
//
//   heddle run a.cpp b.cpp -Iinc -DX -std=c++20 -lz -- input.txt
//
// Sources, compiler flags and the program's own arguments are sorted into the options that stand for them, and what is
// probably a mistake gets an answer that says what was meant: the nearest command or option, a trace that has to be
// recorded first, an option of the program that stands before `--`.
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "base/result.h"

namespace heddle::cli {

// Without the program's name; `app` has all verbs. An error is a message for the user.
base::Result<std::vector<std::string>> arranged(std::vector<std::string> words, const CLI::App& app);

// The word of `known` that takes the fewest changes of a letter, if few enough to be a slip; else empty.
std::string nearest(const std::string& word, const std::vector<std::string>& known);

// What CLI11 says of wrong words, in heddle's; `at` is the command that the words were for.
std::string reworded(const std::string& message, const CLI::App& at);

}  // namespace heddle::cli
