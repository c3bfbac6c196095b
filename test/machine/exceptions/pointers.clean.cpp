// SPDX-License-Identifier: Apache-2.0
// Pointers are caught by value, with conversions.
#include <cassert>
struct Base {
  int one = 1;
};
struct Derived : Base {};
int main() {
  static Derived object;
  int seen = 0;
  try {
    throw &object;
  } catch (const Base* base) {
    seen = base->one;
  }
  assert(seen == 1);
  try {
    throw "text";
  } catch (char*) {
    assert(false);
  } catch (const char* text) {
    seen = text[0];
  }
  assert(seen == 't');
}
