// A second value is refused.
#include <cassert>
#include <future>
int main() {
  std::promise<void> promise;
  promise.set_value();
  bool refused = false;
  try { promise.set_value(); } catch (const std::future_error& e) {
    refused = e.code() == std::future_errc::promise_already_satisfied;
  }
  assert(refused);
}
