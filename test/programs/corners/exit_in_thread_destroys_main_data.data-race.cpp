// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <vector>
#include <cstdlib>
std::vector<int> v(4);
int main(){
  std::thread t([]{ std::exit(0); });
  v[0]++;
  t.join();
}
