// SPDX-License-Identifier: Apache-2.0
// A seqlock with plain data.
// expect-variable: a
#include <atomic>
#include <thread>

std::atomic<unsigned> version;
int a;
volatile int sink;

int main() {
  std::thread first([] {
    for (int i = 1; i <= 200; i++) {
      version.fetch_add(1);
      a = i;
      version.fetch_add(1);
    }
  });
  std::thread second([] {
    for (int i = 0; i < 200; i++) {
      sink = a;
      version.load();
    }
  });
  first.join();
  second.join();
}
