// What a thread caught is thrown again by another, after the destructors on its way.
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>
static std::exception_ptr kept;
static void fails(int depth) {
  struct Guard { int &left; ~Guard() { ++left; } };
  static thread_local int left = 0;
  Guard guard{left};
  if (depth == 0) throw std::runtime_error("deep");
  fails(depth - 1);
}
int main() {
  std::thread worker([] {
    try { fails(2); } catch (const std::exception &) { kept = std::current_exception(); }
  });
  worker.join();
  bool seen = false;
  try { std::rethrow_exception(kept); } catch (const std::runtime_error &error) { seen = std::string(error.what()) == "deep"; }
  assert(seen);
}
