// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <stdexcept>
#include <string>
int main(){
  auto f = std::async(std::launch::async, []() -> int { throw std::runtime_error("boom"); });
  try { f.get(); } catch (std::exception& e) { return std::string(e.what()) == "boom" ? 0 : 1; }
  return 2;
}
