// SPDX-License-Identifier: Apache-2.0
// A destructor of a global waits for a detached thread, which always comes.
#include <atomic>
#include <thread>
struct Waits {
  std::atomic<int> done{0};
  ~Waits() {
    while (!done) std::this_thread::yield();
  }
};
Waits waits;
int main() {
  std::thread([] { waits.done = 1; }).detach();
}
