// SPDX-License-Identifier: Apache-2.0
#include <stop_token>
#include <thread>
int main(){ std::stop_source s; int n = 0; bool a = false, b = false; { std::stop_callback cb(s.get_token(), [&]{ n++; });
  std::thread t([&]{ a = s.request_stop(); }); b = s.request_stop(); t.join(); } return a != b && n == 1 ? 0 : 1; }
