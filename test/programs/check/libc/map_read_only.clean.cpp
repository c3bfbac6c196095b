// Several threads read a map that nobody changes, forwards and backwards.
#include <map>
#include <string>
#include <thread>
const std::map<std::string, int> numbers = {{"one", 1}, {"two", 2}, {"three", 3}};
int sums[2];
int main() {
  std::thread thread([] {
    for (const auto& each : numbers) sums[0] += each.second;
  });
  for (auto at = numbers.rbegin(); at != numbers.rend(); ++at) sums[1] += at->second;
  thread.join();
  return sums[0] == 6 && sums[1] == 6 && numbers.at("two") == 2 ? 0 : 1;
}
