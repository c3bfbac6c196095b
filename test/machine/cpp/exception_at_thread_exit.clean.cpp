// So is an exception, and a task's result; whoever waits for one meanwhile goes on waiting.
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::packaged_task<int()> task([] { return 3; });
  auto thrown = promise.get_future(), made = task.get_future();
  std::thread other([&] {
    promise.set_exception_at_thread_exit(std::make_exception_ptr(2));
    task.make_ready_at_thread_exit();
    assert(thrown.wait_for(std::chrono::seconds(0)) == std::future_status::timeout);
  });
  try {
    thrown.get();
    assert(false);
  } catch (int caught) {
    assert(caught == 2);
  }
  assert(made.get() == 3);
  other.join();
}
