// A thread waits until an atomic changes.
#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> state;
int plain;
int main() {
  std::thread t([] { plain = 3; state = 1; state.notify_one(); });
  state.wait(0);
  assert(state == 1 && plain == 3);
  t.join();
}
