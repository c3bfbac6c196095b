// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <system_error>
#include <thread>
#include <cassert>
int main(){
  auto e = std::make_shared<std::system_error>(std::make_error_code(std::errc::timed_out), "x");
  std::thread t([c = std::system_error(*e)]{ assert(c.what()[0] == 'x'); });
  e.reset();
  t.join();
}
