// SPDX-License-Identifier: Apache-2.0
// right: who sets a handler comes before who gets it
#include <cassert>
#include <exception>
#include <new>
#include <thread>

int data, more;
void handler() {}
int main() {
  std::thread setter([] {
    data = 1;
    std::set_terminate(handler);
    more = 1;
    std::set_new_handler(handler);
  });
  for (int i = 0; i < 3; ++i) {
    if (std::get_terminate() == handler) assert(data == 1);
    if (std::get_new_handler() == handler) assert(more == 1);
    std::this_thread::yield();
  }
  setter.join();
}
