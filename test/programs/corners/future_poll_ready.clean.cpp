// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <chrono>
int x;
int main(){
  auto f = std::async(std::launch::async, []{ x = 1; });
  while (f.wait_for(std::chrono::milliseconds(1)) != std::future_status::ready) {}
  return x - 1;
}
