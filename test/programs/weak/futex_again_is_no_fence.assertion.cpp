// SPDX-License-Identifier: Apache-2.0
// FUTEX_WAIT that finds another value orders nothing.
#include <atomic>
#include <cassert>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>
std::atomic<int> data, flag, word;
int main() {
  std::thread a([] {
    data.store(1, std::memory_order_relaxed);
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 5, 0, 0, 0);
    flag.store(1, std::memory_order_relaxed);
  });
  std::thread b([] {
    if (flag.load(std::memory_order_relaxed) == 0) return;
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 5, 0, 0, 0);
    assert(data.load(std::memory_order_relaxed) == 1);
  });
  a.join();
  b.join();
}
