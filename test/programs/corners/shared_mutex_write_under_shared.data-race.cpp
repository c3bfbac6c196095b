// SPDX-License-Identifier: Apache-2.0
#include <shared_mutex>
#include <thread>
#include <mutex>
std::shared_mutex m; int hits; int value = 3;
int read() { std::shared_lock l(m); if (value > 100) hits++; return value; }
int main(){
  std::thread a([]{ read(); }), b([]{ read(); }), c([]{ std::unique_lock l(m); value = 200; });
  a.join(); b.join(); c.join();
}
