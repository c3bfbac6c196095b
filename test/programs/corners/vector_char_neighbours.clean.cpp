// SPDX-License-Identifier: Apache-2.0
#include <vector>
#include <thread>
int main(){
  std::vector<char> v(8);
  std::thread a([&]{ v[0] = 1; }); v[1] = 1;
  a.join();
  return v[0] + v[1] - 2;
}
