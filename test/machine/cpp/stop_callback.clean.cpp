// A callback runs once, in whoever asks to stop.
#include <cassert>
#include <stop_token>
int main() {
  int called = 0;
  std::stop_source source;
  {
    std::stop_callback callback(source.get_token(), [&] { called++; });
    source.request_stop();
    source.request_stop();
  }
  assert(called == 1 && source.stop_requested());
}
