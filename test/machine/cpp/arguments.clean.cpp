// A program that looks at its arguments.
#include <cassert>
#include <string>
#include <thread>
int main(int argc, char** argv) {
  int n = argc > 1 ? std::stoi(argv[1]) : 1;
  int sum = 0;
  std::thread t([&] { sum += n; });
  t.join();
  assert(sum == n && argc >= 1 && argv[argc] == nullptr);
}
