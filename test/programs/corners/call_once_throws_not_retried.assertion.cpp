// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>
#include <cassert>
std::once_flag f; int tries; bool done;
bool go() { try { std::call_once(f, []{ if (tries++ == 0) throw 1; done = true; }); return done; } catch (int) { return false; } }
int main(){
  bool ra, rb;
  std::thread a([&]{ ra = go(); }), b([&]{ rb = go(); });
  a.join(); b.join();
  assert(ra);   // a may be the one that got the exception
}
