// SPDX-License-Identifier: Apache-2.0
// Right by the standard; libstdc++ 12 gives the lock of a load back without a release.
#include <atomic>
#include <memory>
#include <thread>
#include <cassert>
std::atomic<std::shared_ptr<int>> p{std::make_shared<int>(1)};
int main(){
  std::thread a([]{ p.store(std::make_shared<int>(2)); });
  auto q = p.load();
  assert(*q == 1 || *q == 2);
  a.join();
}
