// SPDX-License-Identifier: Apache-2.0
#include <semaphore>
#include <thread>
std::binary_semaphore s(1); int x;
int main(){
  s.acquire(); x = 1;
  std::thread t([]{ x = 2; s.release(); });
  s.acquire(); x = 3; s.release();
  t.join();
  return x - 3;
}
