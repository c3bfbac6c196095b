// A thread that goes on until it is asked to stop.
#include <cassert>
#include <atomic>
#include <stop_token>
#include <thread>
static std::atomic<int> rounds{0};
int main() {
  std::jthread worker([](std::stop_token stop) {
    while (!stop.stop_requested()) rounds.store(1);
  });
  worker.request_stop();
  worker.join();
  assert(rounds <= 1);
}
