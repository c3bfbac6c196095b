// Only the first to ask for a stop is told so.
#include <cassert>
#include <stop_token>
#include <thread>
int main() {
  std::stop_source source;
  int first = 0;
  std::jthread one([&] { if (source.request_stop()) first |= 1; });
  one.join();
  assert(first == 1 && source.get_token().stop_requested() && !source.request_stop());
}
