// SPDX-License-Identifier: Apache-2.0
// The result goes straight into shared memory.
// expect-variable: buf
#include <new>
#include <thread>

struct Vec {
  double x, y, z;
};
__attribute__((noinline)) Vec make(double a) { return Vec{a, a, a}; }
alignas(8) char buf[sizeof(Vec)];
int main(int c, char**) {
  std::thread t([&] { new (buf) Vec(make(c)); });
  new (buf) Vec(make(c + 1));
  t.join();
  return 0;
}
