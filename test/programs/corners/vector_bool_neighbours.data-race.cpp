// SPDX-License-Identifier: Apache-2.0
#include <vector>
#include <thread>
int main(){
  std::vector<bool> v(8);
  std::thread a([&]{ v[0] = true; }); v[1] = true;
  a.join();
}
