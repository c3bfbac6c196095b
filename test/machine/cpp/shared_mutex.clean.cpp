// Readers and a writer.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>
int a, b;
std::shared_mutex lock;
int main() {
  std::thread writer([] { std::unique_lock own(lock); a = 1; b = 1; });
  std::thread reader([] { std::shared_lock own(lock); assert(a == b); });
  { std::shared_lock own(lock); assert(a == b); }
  writer.join();
  reader.join();
}
