// SPDX-License-Identifier: Apache-2.0
// A string appended to and read.
#include <string>
#include <thread>

std::string s = "short";
volatile char sink;

int main() {
  std::thread first([] { s[2] = 0x40; });
  std::thread second([] { sink = s[2]; });
  first.join();
  second.join();
}
