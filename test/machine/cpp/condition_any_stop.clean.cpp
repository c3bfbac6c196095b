// A wait that a stop ends.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>
std::mutex lock;
std::condition_variable_any there;
int main() {
  std::jthread t([](std::stop_token stop) {
    std::unique_lock own(lock);
    bool happened = there.wait(own, stop, [] { return false; });
    assert(!happened && stop.stop_requested());
  });
}
