// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <system_error>
#include <thread>
int main() {
  std::thread thread([] {});
  thread.join();
  int number = 0;
  try {
    thread.join();
  } catch (const std::system_error& error) {
    number = error.code() == std::errc::invalid_argument ? 1 : 2;
  }
  assert(number == 1);
  try {
    thread.detach();
  } catch (const std::system_error& error) {
    number = error.code() == std::errc::invalid_argument ? 3 : 4;
  }
  assert(number == 3);
}
