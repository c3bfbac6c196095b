// A jthread is asked to stop, and joined, where its scope ends.
#include <atomic>
#include <cassert>
#include <thread>
int main() {
  std::atomic<int> rounds = 0;
  {
    std::jthread t([&](std::stop_token stop) { while (!stop.stop_requested()) rounds = 1; });
  }
  assert(rounds <= 1);
}
