// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <vector>
int total;
struct Counter { int n = 0; ~Counter() { total += n; } };
thread_local Counter c;
int main(){
  std::thread a([]{ c.n++; });
  c.n++;
  total++;           // races with the destructor of a's c
  a.join();
  return 0;
}
