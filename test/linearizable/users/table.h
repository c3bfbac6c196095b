// SPDX-License-Identifier: Apache-2.0
// Objects as users might write them, from the page alone, with what is true of each in its name: right, wrong, refused
// (a mistake in the test itself). PROGRAM without arguments lists them; PROGRAM NAME runs one.
#pragma once

#include <cstdio>
#include <cstring>

struct Case {
  const char* name;
  bool (*run)();
};

template <std::size_t count>
int run_case(const Case (&cases)[count], int words, char** arguments) {
  for (const Case& each : cases) {
    if (words < 2) std::puts(each.name);
    if (words == 2 && std::strcmp(arguments[1], each.name) == 0) return each.run() ? 0 : 1;
  }
  return words < 2 ? 0 : 2;
}
