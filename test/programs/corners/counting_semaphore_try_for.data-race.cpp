// SPDX-License-Identifier: Apache-2.0
#include <semaphore>
#include <thread>
std::counting_semaphore<2> s(1); int x;
int main(){
  std::thread t([]{ s.acquire(); x++; s.release(); });
  (void)s.try_acquire_for(std::chrono::seconds(3)); x++; s.release();
  t.join();
}
