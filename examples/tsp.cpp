// The shortest round trip through some cities, by several workers. Partial tours wait in one stack; a worker takes
// one, makes it a city longer in every way, and puts the results back. Stack and best tour have one lock.
#include <array>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

constexpr int kMostCities = 12;

struct Tour {
  std::array<signed char, kMostCities> cities{};
  int length = 1;  // how many of them are known
  int distance = 0;
};

int cities = 8;
int distances[kMostCities][kMostCities];

std::mutex desk;
std::condition_variable changed;
std::vector<Tour> waiting;
int at_work = 0;
int best = 1 << 30;

bool visits(const Tour& tour, int city) {
  for (int k = 0; k < tour.length; ++k)
    if (tour.cities[k] == city) return true;
  return false;
}

bool take(Tour& tour) {
  std::unique_lock hold(desk);
  changed.wait(hold, [] { return !waiting.empty() || at_work == 0; });
  if (waiting.empty()) return false;
  tour = waiting.back();
  waiting.pop_back();
  ++at_work;
  return true;
}

void put_back(const Tour* longer, int count, int complete) {
  std::scoped_lock hold(desk);
  for (int k = 0; k < count; ++k) waiting.push_back(longer[k]);
  if (complete < best) best = complete;
  --at_work;
  changed.notify_all();
}

void work() {
  Tour tour;
  while (take(tour)) {
    Tour longer[kMostCities];
    int count = 0, complete = 1 << 30;
    const int here = tour.cities[tour.length - 1];
    if (tour.length == cities) complete = tour.distance + distances[here][0];
    for (int city = 1; city < cities && tour.length < cities; ++city) {
      if (visits(tour, city)) continue;
      longer[count] = tour;
      longer[count].cities[tour.length] = static_cast<signed char>(city);
      longer[count].length = tour.length + 1;
      longer[count].distance += distances[here][city];
      ++count;
    }
    put_back(longer, count, complete);
  }
}

int main(int count, char** arguments) {
  const int workers = count > 1 ? std::atoi(arguments[1]) : 7;
  if (count > 2) cities = std::atoi(arguments[2]);
  for (int a = 0; a < cities; ++a)
    for (int b = 0; b < cities; ++b) distances[a][b] = 1 + (7 * a * a + 5 * b * b + 3 * a * b) % 97;
  waiting.reserve(1 << 16);
  waiting.push_back({});
  std::vector<std::thread> threads;
  for (int w = 0; w < workers; ++w) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  return best < (1 << 30) ? 0 : 1;
}
