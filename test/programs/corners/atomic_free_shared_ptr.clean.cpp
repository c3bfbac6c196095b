// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <thread>
#include <cassert>
std::shared_ptr<int> p = std::make_shared<int>(1);
int main(){
  std::thread a([]{ std::atomic_store(&p, std::make_shared<int>(2)); });
  auto q = std::atomic_load(&p);
  assert(*q == 1 || *q == 2);
  a.join();
}
