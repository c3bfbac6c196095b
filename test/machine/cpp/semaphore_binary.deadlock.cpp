// A semaphore as a lock. It is right C++, but with libstdc++ whoever waits may sleep while the semaphore is free: it looked at
// the count before the other took it, and begins to wait when it is that again.
#include <cassert>
#include <semaphore>
#include <thread>
int count;
int main() {
  std::binary_semaphore lock(1);
  auto add = [&] { lock.acquire(); count++; lock.release(); };
  std::thread t(add);
  add();
  t.join();
  assert(count == 2);
}
