// SPDX-License-Identifier: Apache-2.0
#include <latch>
#include <thread>
int x[2];
int main(){
  std::latch l(2); auto f = [&](int i){ x[i] = 1; l.count_down(); };
  std::thread a(f, 0), b(f, 1);
  l.wait(); int s = x[0] + x[1];
  a.join(); b.join(); return s - 2;
}
