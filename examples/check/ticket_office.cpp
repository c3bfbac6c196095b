// SPDX-License-Identifier: Apache-2.0
// Two clerks sell the last seat. Nothing here is a data race, every access is atomic, and still one schedule sells
// it twice:  heddle check examples/check/ticket_office.cpp
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> seats = 1;
std::atomic<int> sold = 0;

void sell() {
  if (seats > 0) {
    --seats;
    ++sold;
  }
}

int main() {
  std::thread first(sell);
  std::thread second(sell);
  first.join();
  second.join();
  assert(sold <= 1);
}
