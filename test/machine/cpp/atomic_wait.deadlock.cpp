// Changed, and nobody is told.
#include <atomic>
#include <thread>
std::atomic<int> state;
int main() {
  std::thread t([] { state = 1; });
  state.wait(0);
  t.join();
}
