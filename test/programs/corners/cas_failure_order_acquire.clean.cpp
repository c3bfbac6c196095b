// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
struct Config { int v; };
std::atomic<Config*> cfg{nullptr};
Config* get() {
  Config* c = new Config{5}; Config* expected = nullptr;
  if (cfg.compare_exchange_strong(expected, c, std::memory_order_release, std::memory_order_acquire)) return c;
  delete c; return expected;
}
int main(){
  int r = 0;
  std::thread a([&]{ r = get()->v; });
  int s = get()->v;
  a.join();
  delete cfg.load();
  return r == s ? 0 : 1;
}
