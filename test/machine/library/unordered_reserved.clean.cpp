// How many buckets an unordered map has is computed in floating point.
#include <cassert>
#include <thread>
#include <unordered_map>

int main() {
  std::unordered_map<int, int> map;
  std::thread other([&] {
    map.max_load_factor(0.7F);
    map.reserve(10);
    map[5] = 1;
    map.rehash(40);
  });
  other.join();
  assert(map[5] == 1 && map.bucket_count() >= 40);
}
