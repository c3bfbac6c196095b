// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <stdexcept>
#include <cassert>
int main(){
  auto e = new std::runtime_error("some message");   // its text is a counted string inside libstdc++
  std::thread t([c = *e]{ assert(c.what()[0] == 's'); });
  assert(e->what()[1] == 'o');
  delete e;
  t.join();
}
