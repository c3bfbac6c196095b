// A signal that nobody sends.
#include <csignal>
#include <thread>
int main() {
  std::signal(SIGPIPE, SIG_IGN);
  std::thread t([] {});
  t.join();
}
