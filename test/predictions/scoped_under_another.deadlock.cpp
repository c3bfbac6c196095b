// std::scoped_lock of two is harmless, but not with a third lock held that the other thread takes inside.
#include <chrono>
#include <mutex>
#include <thread>
std::mutex a, b, outer;
int main() {
  std::thread first([] {
    std::scoped_lock hold(outer);
    std::scoped_lock both(a, b);
  });
  std::thread second([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(500));  // so that the recording comes to its end
    std::scoped_lock both(b, a);
    std::scoped_lock hold(outer);
  });
  first.join(), second.join();
}
