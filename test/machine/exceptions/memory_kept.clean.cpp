// SPDX-License-Identifier: Apache-2.0
// Objects that are caught by value are copied, and destroyed as often as they were made.
#include <cassert>
int alive;
struct Counted {
  Counted() { ++alive; }
  Counted(const Counted&) { ++alive; }
  ~Counted() { --alive; }
};
int main() {
  for (int i = 0; i < 2; ++i) {
    try {
      try {
        throw Counted();
      } catch (Counted copy) {
        assert(alive == 2);
        throw;
      }
    } catch (const Counted&) {
      assert(alive == 1);
    }
    assert(alive == 0);
  }
}
