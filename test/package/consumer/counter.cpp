// SPDX-License-Identifier: Apache-2.0
// Counts with as many threads as it is told, with a mutex or without.
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

int count;
std::mutex mutex;

int main(int, char** arguments) {
  std::vector<std::thread> team;
  for (int i = std::atoi(arguments[1]); i > 0; i--)
    team.emplace_back([] {
#ifndef RACING
      const std::lock_guard guard(mutex);
#endif
      count++;
    });
  for (std::thread& thread : team) thread.join();
  std::printf("%d\n", count);
}
