// try_lock of a shared_timed_mutex.
#include <cassert>
#include <shared_mutex>
#include <thread>
int a;
std::shared_timed_mutex lock;
int main() {
  std::thread writer([] { if (lock.try_lock()) { a++; lock.unlock(); } });
  if (lock.try_lock_shared()) { assert(a <= 1); lock.unlock_shared(); }
  writer.join();
}
