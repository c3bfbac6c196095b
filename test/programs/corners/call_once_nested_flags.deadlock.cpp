// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>
std::once_flag f, g;
int main(){
  std::thread t([]{ std::call_once(f, []{ std::call_once(g, []{}); }); });
  std::call_once(g, []{ std::call_once(f, []{}); });
  t.join();
}
