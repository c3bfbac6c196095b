// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <chrono>
int x;
int main(){
  auto f = std::async(std::launch::async, []{ x = 1; });
  f.wait_for(std::chrono::hours(1));
  int r = x;
  f.get();
  return r < 0;
}
