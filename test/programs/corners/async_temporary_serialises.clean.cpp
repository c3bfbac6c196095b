// SPDX-License-Identifier: Apache-2.0
#include <future>
int x;
int main(){
  std::async(std::launch::async, []{ x++; });
  std::async(std::launch::async, []{ x++; });
  return x - 2;
}
