// A writer that only reads the lock.
#include <shared_mutex>
#include <thread>
int a;
std::shared_mutex lock;
int main() {
  std::thread writer([] { std::shared_lock own(lock); a = 1; });
  { std::shared_lock own(lock); if (a > 1) return 1; }
  writer.join();
}
