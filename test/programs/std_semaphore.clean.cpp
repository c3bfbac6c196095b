// SPDX-License-Identifier: Apache-2.0
// counting_semaphore and binary_semaphore.
#include <semaphore>
#include <thread>

std::counting_semaphore<4> s(0);
std::binary_semaphore t(0);
int x;

int main() {
  std::thread first([] {
    x = 1;
    s.release();
    t.acquire();
    x++;
  });
  std::thread second([] {
    s.acquire();
    x++;
    t.release();
  });
  first.join();
  second.join();
}
