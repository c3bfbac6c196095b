// SPDX-License-Identifier: Apache-2.0
// Which of the two comes first is not settled: the lock orders the writes of `total`
// only if the clerk is faster. Mostly it is, and then nothing is seen to race.
#include <mutex>
#include <thread>

int total;
std::mutex door;

void clerk() {
  total = 100;
  const std::lock_guard enter(door);
}
void customer() {
  { const std::lock_guard enter(door); }
  total += 1;
}

int main() {
  std::thread first(clerk), second(customer);
  first.join();
  second.join();
}
