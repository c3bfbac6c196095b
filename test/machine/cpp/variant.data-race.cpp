// A variant that changes its kind under somebody's eyes.
#include <thread>
#include <variant>
std::variant<int, double> value;
int main() {
  std::thread t([] { value = 1.5; });
  bool is_double = value.index() == 1;
  t.join();
  return is_double && value.index() == 0;
}
