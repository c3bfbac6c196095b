// SPDX-License-Identifier: Apache-2.0
// A hash map with a mutex per group of buckets: insertions, look-ups and removals.
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <vector>

struct Shard {
  std::mutex mutex;
  std::unordered_map<unsigned, unsigned> map;
};

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 400000;
  static Shard shards[64];
  std::vector<std::thread> team;
  for (unsigned t = 0; t < 2; t++)
    team.emplace_back([=] {
      unsigned seed = t + 1;
      for (int i = 0; i < n; i++) {
        seed = seed * 1664525 + 1013904223;
        const unsigned key = (seed >> 8) % 20000;
        Shard& shard = shards[key % 64];
        std::lock_guard guard(shard.mutex);
        if (i % 3 == 0)
          shard.map.erase(key);
        else
          shard.map[key] += i;
      }
    });
  for (auto& thread : team) thread.join();
  std::size_t total = 0;
  for (Shard& shard : shards) total += shard.map.size();
  std::printf("%d\n", total > 0);
}
