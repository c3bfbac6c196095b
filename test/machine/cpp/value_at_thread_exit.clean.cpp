// A value that is set at the thread's end is there after its variables are gone.
#include <cassert>
#include <future>
#include <thread>

static int left;
struct Variable {
  bool used = false;
  ~Variable() { left = 7; }
};
static thread_local Variable variable;

int main() {
  std::promise<int> promise;
  auto future = promise.get_future();
  std::thread other([&] {
    variable.used = true;
    promise.set_value_at_thread_exit(1);
  });
  assert(future.get() == 1);
  assert(left == 7);
  other.join();
}
