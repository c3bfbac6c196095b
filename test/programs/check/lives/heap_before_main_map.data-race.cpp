// A global map filled before main.
#include <map>
#include <string>
#include <thread>
std::map<std::string, int> ages = {{"Ada", 36}, {"Grace", 85}};
int main() {
  std::thread thread([] { ages["Alan"] = 41; });
  const bool known = ages.find("Ada") != ages.end();
  thread.join();
  return known ? 0 : 1;
}
