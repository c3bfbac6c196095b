// SPDX-License-Identifier: Apache-2.0
// Home-made synchronisation, said to be such; and a race that is meant.
#include <thread>

#include <heddle/record.h>

int x, hits;
volatile int flag;  // stands for a device

int main() {
  std::thread a([] {
    x = 1;
    heddle_release(&x);
    heddle_mark("published", 1);
    heddle_benign_begin();
    flag = 1;
    hits++;
    heddle_benign_end();
  });
  std::thread b([] {
    for (int seen = 0; !seen;) {
      heddle_benign_begin();
      seen = flag;
      hits++;
      heddle_benign_end();
      std::this_thread::yield();
    }
    heddle_acquire(&x);
    x++;
  });
  a.join();
  b.join();
  return x == 2 ? 0 : 9;
}
