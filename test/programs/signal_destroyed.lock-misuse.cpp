// SPDX-License-Identifier: Apache-2.0
// A condition is notified after its destructor ran.
#include <condition_variable>
#include <new>
alignas(std::condition_variable) unsigned char place[sizeof(std::condition_variable)];
int main() {
  auto* condition = new (place) std::condition_variable;
  condition->~condition_variable();
  condition->notify_one();
}
