// SPDX-License-Identifier: Apache-2.0
// Two threads take two locks together, each twice: std::lock tries, gives back and begins again, as often as the other one
// is in its way.
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex a, b;
static int x, y;

int main() {
  std::thread other([] {
    for (int i = 0; i < 2; ++i) {
      std::scoped_lock both(a, b);
      ++x;
      ++y;
    }
  });
  for (int i = 0; i < 2; ++i) {
    std::scoped_lock both(b, a);
    assert(x == y);
    ++x;
    ++y;
  }
  other.join();
  assert(x == 3);
}
