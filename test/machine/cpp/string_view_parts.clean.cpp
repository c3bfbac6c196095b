// Views of parts of one text.
#include <cassert>
#include <string>
#include <string_view>
#include <thread>
static const std::string text = "left right";
int main() {
  const std::string_view whole = text;
  std::size_t lengths[2] = {};
  std::thread one([&] { lengths[0] = whole.substr(0, whole.find(' ')).size(); });
  lengths[1] = whole.substr(whole.find(' ') + 1).size();
  one.join();
  assert(lengths[0] == 4 && lengths[1] == 5);
}
