// It is thrown only if the thread was fast.
#include <atomic>
#include <stdexcept>
#include <thread>
static std::atomic<int> turn{0};
int main() {
  std::thread worker([] { turn = 1; });
  if (turn == 1) throw std::runtime_error("too early");
  worker.join();
}
