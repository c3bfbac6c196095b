// SPDX-License-Identifier: Apache-2.0
// Another thread has the address of a local variable, and the race is on a member of it.
#include <thread>

struct Pair {
  int first = 0;
  int second = 0;
};

int main() {
  Pair pair;
  std::thread writer([&] { pair.second = 1; });
  const int seen = pair.second;
  writer.join();
  return seen > 1 ? 1 : 0;
}
