// SPDX-License-Identifier: Apache-2.0
// Names of functions as people write them: lambdas in words, and std::string instead of what it stands for.
#pragma once

#include <string>

namespace heddle::event {

// "main::{lambda()#1}::operator()() const" → "lambda in main".
std::string readable_function(std::string function);

// "get(std::__cxx11::basic_string<char, …> const&)" → "get(std::string const&)"; "std::vector<int, std::allocator<int> >"
// → "std::vector<int>".
std::string short_function(std::string function);

}  // namespace heddle::event
