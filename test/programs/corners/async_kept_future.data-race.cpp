// SPDX-License-Identifier: Apache-2.0
#include <future>
int x;
int main(){
  auto f = std::async(std::launch::async, []{ x++; });
  auto g = std::async(std::launch::async, []{ x++; });
  f.get(); g.get();
  return 0;
}
