// The number changes, and nobody tells the one that waits.
#include <atomic>
#include <thread>
static std::atomic<int> count{0};
int main() {
  std::thread one([] { count = 1; });
  count.wait(0);
  one.join();
}
