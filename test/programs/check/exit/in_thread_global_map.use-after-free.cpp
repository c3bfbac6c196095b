// std::exit in a thread destroys a global map that main still uses.
#include <cstdlib>
#include <map>
#include <thread>
std::map<int, int> numbers = {{1, 1}, {2, 2}};
int main() {
  std::thread ends([] { std::exit(0); });
  ends.detach();
  return numbers.count(2) == 1 ? 0 : 2;
}
