// SPDX-License-Identifier: Apache-2.0
#include "event/function_name.h"

#include <gtest/gtest.h>

namespace heddle::event {
namespace {

TEST(FunctionName, LambdasInWords) {
  EXPECT_EQ(readable_function("operator()"), "lambda");
  EXPECT_EQ(readable_function("main::{lambda()#1}::operator()() const"), "lambda in main");
  EXPECT_EQ(readable_function("Pool::Pool(int)::{lambda()#1}::operator()() const"), "lambda in Pool::Pool");
  EXPECT_EQ(readable_function("main::$_0::operator()() const"), "lambda in main");
  EXPECT_EQ(readable_function("$_0::operator()() const"), "lambda");
  EXPECT_EQ(readable_function("f(int)::'lambda'()::operator()() const"), "lambda in f");
  EXPECT_EQ(readable_function("Compare::operator()(int) const"), "Compare::operator()(int) const");
}

TEST(FunctionName, WithoutWhatNobodyWrites) {
  EXPECT_EQ(readable_function("__isoc99_sscanf"), "sscanf");
  EXPECT_EQ(readable_function("__isoc23_strtol"), "strtol");
  EXPECT_EQ(
      short_function(
          "get(std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > const&)"),
      "get(std::string const&)");
  EXPECT_EQ(short_function("f(std::vector<int, std::allocator<int> >&)"), "f(std::vector<int>&)");
  EXPECT_EQ(
      short_function("g(std::map<int, Node, std::less<int>, std::allocator<std::pair<int const, Node> > >)"),
      "g(std::map<int, Node>)");
  EXPECT_EQ(short_function("h(std::unique_ptr<Node, std::default_delete<Node> >)"),
            "h(std::unique_ptr<Node>)");
  EXPECT_EQ(short_function("main"), "main");
  EXPECT_EQ(short_function("Cache::get[abi:cxx11](int) const"), "Cache::get(int) const");
  EXPECT_EQ(readable_function("__static_initialization_and_destruction_0(int, int)"), "before main");
  EXPECT_EQ(readable_function("__cxx_global_var_init.3"), "before main");
}

}  // namespace
}  // namespace heddle::event
