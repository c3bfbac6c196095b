// A promise that goes without a value breaks its future.
#include <future>
#include <thread>
int main() {
  std::future<int> future;
  {
    std::promise<int> promise;
    future = promise.get_future();
  }
  return future.get();
}
