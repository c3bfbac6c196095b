// Messages of two kinds in a queue.
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <variant>
static std::mutex guard;
static std::condition_variable changed;
static std::deque<std::variant<int, std::string>> mail;
static void send(std::variant<int, std::string> what) {
  { std::lock_guard lock(guard); mail.push_back(std::move(what)); }
  changed.notify_one();
}
int main() {
  std::thread sender([] { send(5); send("end"); });
  int sum = 0;
  for (bool ended = false; !ended;) {
    std::unique_lock lock(guard);
    changed.wait(lock, [] { return !mail.empty(); });
    std::visit([&](const auto &what) {
      if constexpr (std::is_same_v<std::decay_t<decltype(what)>, int>) sum += what; else ended = what == "end";
    }, mail.front());
    mail.pop_front();
  }
  sender.join();
  assert(sum == 5);
}
