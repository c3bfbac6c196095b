// Atomically by one only.
#include <atomic>
#include <thread>
int count;
int main() {
  std::thread t([] { std::atomic_ref<int>(count)++; });
  count++;
  t.join();
}
