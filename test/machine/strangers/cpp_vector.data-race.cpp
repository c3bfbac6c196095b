// push_back while another thread looks at size().
#include <cstddef>
#include <thread>
#include <vector>
int main() {
  std::vector<int> values;
  values.reserve(4);
  std::size_t seen = 0;
  std::thread reader([&] { seen = values.size(); });
  values.push_back(1);
  reader.join();
  return seen > 1;
}
