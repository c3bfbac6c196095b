// SPDX-License-Identifier: Apache-2.0
// A whole program in which two threads may both think that they are the last.
#include <atomic>
#include <thread>

struct Shared {
  std::atomic<int> users = 2;
};

int main() {
  auto* shared = new Shared;
  auto leave = [shared] {
    const int left = shared->users - 1;
    shared->users = left;
    if (left <= 1 && shared->users <= 1) delete shared;
  };
  std::thread a(leave), b(leave);
  a.join();
  b.join();
}
