// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <thread>
std::shared_ptr<int> p = std::make_shared<int>(1);
int main(){
  std::thread a([]{ p = std::make_shared<int>(2); });
  auto q = p;
  a.join();
  return *q > 2;
}
