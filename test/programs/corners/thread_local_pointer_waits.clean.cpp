// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <semaphore>
struct Cache { int* p = new int(4); ~Cache() { delete p; } };
thread_local Cache c; std::binary_semaphore pub{0}, used{0}; int* q;
int main(){
  std::thread t([]{ q = c.p; pub.release(); used.acquire(); });
  pub.acquire(); int v = *q; used.release();
  t.join();
  return v - 4;
}
