// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <thread>
int main(){
  std::string s(100, 'a');
  std::thread t([s]() mutable { s[0] = 'b'; });
  std::string u = s; u[1] = 'c';
  t.join();
  return s[0] == 'a' && s[1] == 'a' ? 0 : 1;
}
