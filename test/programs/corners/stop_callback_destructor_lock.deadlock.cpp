// SPDX-License-Identifier: Apache-2.0
#include <stop_token>
#include <thread>
#include <mutex>
std::mutex m;
int main(){
  std::stop_source s;
  std::thread t([&]{
    std::unique_lock l(m);
    std::stop_callback cb(s.get_token(), []{ std::lock_guard k(m); });
    // destructor of cb waits for a running callback, which waits for m
  });
  std::thread u([&]{ s.request_stop(); });
  t.join(); u.join();
}
