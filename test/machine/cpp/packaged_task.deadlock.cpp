// Nobody runs the task.
#include <future>
int main() {
  std::packaged_task<int()> task([] { return 1; });
  std::future<int> future = task.get_future();
  return future.get() - 1;
}
