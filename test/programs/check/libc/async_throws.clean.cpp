// Exceptions that go from one thread to another.
#include <future>
#include <stdexcept>
#include <string>
int main() {
  std::future<int> future = std::async(std::launch::async, []() -> int { throw std::runtime_error("no"); });
  try {
    future.get();
  } catch (const std::runtime_error& error) {
    return std::string(error.what()) == "no" ? 0 : 1;
  }
  return 2;
}
