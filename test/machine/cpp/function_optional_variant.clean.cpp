// std::function, optional, variant, string_view, handed over by a lock.
#include <cassert>
#include <functional>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <variant>
std::mutex lock;
std::optional<std::variant<int, std::string_view>> said;
int main() {
  std::function<void()> say = [] { std::lock_guard own(lock); said = std::string_view("hello"); };
  std::thread t(say);
  {
    std::lock_guard own(lock);
    if (said) assert(std::get<std::string_view>(*said).substr(1) == "ello");
  }
  t.join();
  assert(said && said->index() == 1);
}
