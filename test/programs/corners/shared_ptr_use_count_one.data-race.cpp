// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <thread>
int main(){
  auto p = std::make_shared<int>(3);
  int seen = 0;
  std::thread t([&seen, q = p]() mutable { seen = *q; q.reset(); });
  if (p.use_count() == 1) *p = 4;   // relaxed load: no order with the other's reset
  t.join();
  return seen == 3 ? 0 : 0;
}
