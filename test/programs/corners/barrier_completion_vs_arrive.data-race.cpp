// SPDX-License-Identifier: Apache-2.0
#include <barrier>
#include <thread>
int x;
int main(){
  auto done = []() noexcept { x++; };
  std::barrier b(2, done);
  std::thread t([&]{ auto tok = b.arrive(); x++; b.wait(std::move(tok)); });
  b.arrive_and_wait();
  t.join();
}
