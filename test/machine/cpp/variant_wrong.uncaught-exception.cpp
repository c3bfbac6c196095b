// Whether it is an int already depends on who comes first.
#include <mutex>
#include <thread>
#include <variant>
std::mutex lock;
std::variant<double, int> value;
int main() {
  std::thread t([] { std::lock_guard own(lock); value = 3; });
  {
    std::lock_guard own(lock);
    if (std::get<int>(value) != 3) return 1;
  }
  t.join();
}
