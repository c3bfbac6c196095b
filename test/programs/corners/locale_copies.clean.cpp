// SPDX-License-Identifier: Apache-2.0
#include <locale>
#include <thread>
#include <sstream>
int main(){
  auto l = new std::locale("C");
  std::thread t([c = *l]{ std::ostringstream o; o.imbue(c); o << 3.5; if (o.str() != "3.5") __builtin_trap(); });
  delete l;
  t.join();
}
