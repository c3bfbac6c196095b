// The callback runs in the thread that asks.
#include <stop_token>
#include <thread>
int called;
int main() {
  std::stop_source source;
  std::stop_callback callback(source.get_token(), [] { called++; });
  std::thread t([&] { source.request_stop(); });
  int seen = called;
  t.join();
  return seen > 1;
}
