// A value that is made by whoever comes first.
#include <optional>
#include <thread>
static std::optional<int> value;
static int use() {
  if (!value) value = 3;
  return *value;
}
int main() {
  std::thread one([] { use(); });
  use();
  one.join();
}
