// Within the scope it runs at the same time.
#include <thread>
int count;
int main() {
  std::jthread t([] { count++; });
  count++;
}
