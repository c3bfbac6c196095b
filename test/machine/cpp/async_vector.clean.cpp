// Half of a sum is added up elsewhere.
#include <cassert>
#include <future>
#include <numeric>
#include <vector>
int main() {
  const std::vector<int> numbers = {1, 2, 3, 4};
  auto half = std::async(std::launch::async, [&] { return std::accumulate(numbers.begin(), numbers.begin() + 2, 0); });
  const int rest = std::accumulate(numbers.begin() + 2, numbers.end(), 0);
  assert(half.get() + rest == 10);
}
