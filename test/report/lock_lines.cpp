// SPDX-License-Identifier: Apache-2.0
// A deadlock: the line of each second lock is where its thread waits, whatever lines of the library took both.
#include <mutex>
#include <thread>
std::mutex a, b;
void f() {
  a.lock();
  b.lock();  // T1 waits
  b.unlock();
  a.unlock();
}
void g() {
  const std::lock_guard<std::mutex> first(b);
  const std::lock_guard<std::mutex> second(a);  // T2 waits
}
int main() {
  std::thread t(f), u(g);
  t.join();
  u.join();
}
