// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>
#include <cassert>
std::once_flag f; int tries, done;
void go() { try { std::call_once(f, []{ if (tries++ == 0) throw 1; done = 1; }); } catch (int) {} }
int main(){
  std::thread a(go), b(go);
  a.join(); b.join();
  assert(tries == 2 && done == 1);
}
