// SPDX-License-Identifier: Apache-2.0
// The call may leave by an exception: nothing is stored then.
// expect-variable: shared
#include <thread>

struct Vec {
  double x, y, z;
};
static Vec shared;
__attribute__((noinline)) static Vec make(int n) {
  if (n < 0) throw n;
  return Vec{1.0 * n, 2, 3};
}
static void work(int n) {
  try {
    shared = make(n);
    shared = make(-n);
  } catch (int) {
  }
}
int main(int c, char**) {
  std::thread t([=] { work(c); });
  work(c + 1);
  t.join();
}
