// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <chrono>
int main(){
  auto f = std::async(std::launch::deferred, []{ return 1; });
  while (f.wait_for(std::chrono::milliseconds(0)) != std::future_status::ready) {}
  return f.get() - 1;
}
