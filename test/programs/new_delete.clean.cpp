// SPDX-License-Identifier: Apache-2.0
// new and delete in every form, in several threads.
#include <memory>
#include <new>
#include <thread>
#include <vector>

struct alignas(64) Wide {
  int value[16];
};

int main() {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; t++)
    threads.emplace_back([] {
      for (int i = 0; i < 500; i++) {
        auto a = std::make_unique<int>(i);
        auto b = std::make_unique<Wide[]>(3);
        int* c = new (std::nothrow) int[100]();
        c[99] = *a + b[2].value[15];
        delete[] c;
      }
    });
  for (auto& thread : threads) thread.join();
}
