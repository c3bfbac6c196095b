// The shortest round trip through some cities. Workers take the first two cities of a tour from a counter under a
// lock and go through the rest. The best tour is written under the lock, but read without it: it races.
#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

constexpr int kCities = 7;

int distances[kCities][kCities];
std::mutex desk;
int next_start = 1;
int best = 1 << 30;  // races

void extend(int here, unsigned visited, int length) {
  if (length >= best) return;
  if (visited == (1U << kCities) - 1) {
    std::scoped_lock hold(desk);
    if (length + distances[here][0] < best) best = length + distances[here][0];
    return;
  }
  for (int city = 1; city < kCities; ++city)
    if ((visited >> city & 1) == 0) extend(city, visited | 1U << city, length + distances[here][city]);
}

void work() {
  for (;;) {
    int start;
    {
      std::scoped_lock hold(desk);
      if (next_start == kCities) return;
      start = next_start++;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));  // the others take theirs meanwhile
    extend(start, 1U | 1U << start, distances[0][start]);
  }
}

int main() {
  for (int a = 0; a < kCities; ++a)
    for (int b = 0; b < kCities; ++b) distances[a][b] = 1 + (7 * a * a + 5 * b * b + 3 * a * b) % 97;
  std::vector<std::thread> threads;
  for (int w = 0; w < 4; ++w) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
}
