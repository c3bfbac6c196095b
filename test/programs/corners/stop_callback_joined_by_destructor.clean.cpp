// SPDX-License-Identifier: Apache-2.0
#include <stop_token>
#include <thread>
int x;
int main(){
  std::stop_source s;
  std::thread t([&]{ { std::stop_callback cb(s.get_token(), []{ x = 1; }); } x = 2; });
  s.request_stop();
  t.join();
}
