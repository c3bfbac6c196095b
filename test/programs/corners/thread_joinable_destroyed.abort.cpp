// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <atomic>
#include <stdexcept>
std::atomic<bool> fail{false};
int main(){
  std::thread f([]{ fail = true; });
  try { std::thread t([]{}); if (fail) throw std::runtime_error("x"); t.join(); } catch (std::exception&) {}
  f.join();
}
