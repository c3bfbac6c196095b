// SPDX-License-Identifier: Apache-2.0
#include <thread>
int main() {
  std::thread thread([] {});
  thread.join();
  thread.join();
}
