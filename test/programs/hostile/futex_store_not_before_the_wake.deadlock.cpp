// SPDX-License-Identifier: Apache-2.0
// The store does not happen before the wake-up: who looks behind that may still sleep.
#include <atomic>
#include <thread>
#include <unistd.h>
#include <sys/syscall.h>
#include <linux/futex.h>
static std::atomic<int> x;
static void futex(int operation, int value) { syscall(SYS_futex, &x, operation, value, nullptr, nullptr, 0); }
int main() {
  std::thread a([] { x.store(1, std::memory_order_relaxed); });
  std::thread b([] {
    while (x.load(std::memory_order_relaxed) == 0) {}
    futex(FUTEX_WAKE_PRIVATE, 1);
  });
  std::thread c([] { futex(FUTEX_WAIT_PRIVATE, 0); });
  a.join();
  b.join();
  c.join();
}
