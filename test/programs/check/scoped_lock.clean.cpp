// SPDX-License-Identifier: Apache-2.0
// std::scoped_lock backs off and tries again, under an unlucky schedule for ever: but each time as before.
#include <mutex>
#include <thread>

#include <heddle/check.h>

int main() {
  heddle::check([] {
    std::mutex a, b;
    int x = 0;
    std::jthread t([&] {
      std::scoped_lock both(a, b);
      ++x;
    });
    std::scoped_lock both(b, a);
    ++x;
  });
}
