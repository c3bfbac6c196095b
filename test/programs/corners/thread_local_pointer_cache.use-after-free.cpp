// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <memory>
#include <atomic>
struct Cache { int* p = new int(4); ~Cache() { delete p; } };
thread_local Cache c; std::atomic<int*> pub{nullptr};
int main(){
  std::thread t([]{ pub = c.p; });
  int* q = pub; int v = q ? *q : 4;
  t.join();
  return v - 4;
}
