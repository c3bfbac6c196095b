// SPDX-License-Identifier: Apache-2.0
// A handler of the second base gets that part of the object.
#include <cassert>
struct First {
  virtual ~First() = default;
  int one = 1;
};
struct Second {
  virtual ~Second() = default;
  int two = 2;
};
struct Both : First, virtual Second {
  int three = 3;
};
int main() {
  int seen = 0;
  try {
    throw Both();
  } catch (const Second& second) {
    seen = second.two;
  }
  assert(seen == 2);
  try {
    throw Both();
  } catch (const First& first) {
    seen = first.one;
  }
  assert(seen == 1);
}
