// One place, for which threads wait a while.
#include <cassert>
#include <atomic>
#include <chrono>
#include <semaphore>
#include <thread>
static std::counting_semaphore<4> places(1);
static std::atomic<int> inside{0};
int main() {
  const auto work = [] {
    if (!places.try_acquire_for(std::chrono::milliseconds(5))) return;
    assert(inside.fetch_add(1) == 0);
    inside.fetch_sub(1);
    places.release();
  };
  std::thread one(work), two(work);
  one.join();
  two.join();
}
