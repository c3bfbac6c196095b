// SPDX-License-Identifier: Apache-2.0
// Structures returned in memory, each into a variable of its own.
#include <thread>

struct Vec {
  double x, y, z;
};
__attribute__((noinline)) Vec make(double a) { return Vec{a, a, a}; }
int main(int c, char**) {
  Vec a, b;
  std::thread t([&] { a = make(c); });
  b = make(c + 1);
  t.join();
  return a.x == b.x;
}
