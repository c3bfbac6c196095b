// SPDX-License-Identifier: Apache-2.0
// A virtual base: the compiler writes functions that adjust `this`.
#include <iostream>
#include <sstream>

struct Log : std::ostringstream {
  ~Log() { std::cerr << str(); }
};
int main() {
  Log l;
  l << 1 << "\n";
}
