// SPDX-License-Identifier: Apache-2.0
// A bank that can handle three transfers at a time. Each thread takes one of three slots, transfers, and gives the slot
// back: but it does so before the last message of its transfer is out.
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#if __has_include(<heddle/record.h>)
#include <heddle/record.h>
#else
inline void heddle_mark(const char*, long) {}
#endif

std::mutex desk;
std::condition_variable slot_free;
int slots = 3;

void send_receipt() {}

void transfer() {
  {
    std::unique_lock hold(desk);
    slot_free.wait(hold, [] { return slots > 0; });
    --slots;
  }
  heddle_mark("transfers", 1);
  {
    std::scoped_lock hold(desk);
    ++slots;
  }
  slot_free.notify_one();
  send_receipt();
  heddle_mark("transfers", 0);
}

int main() {
  std::vector<std::thread> clients;
  for (int k = 0; k < 5; ++k) clients.emplace_back(transfer);
  for (std::thread& client : clients) client.join();
}
