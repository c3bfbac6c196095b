// A value that is set at once is there before the thread's variables are gone.
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
    promise.set_value(1);
  });
  future.get();
  const int seen = left;
  other.join();
  return seen == 9;
}
