// The width is for the thread's own next output, and another thread's output may take it.
#include <iomanip>
#include <iostream>
#include <thread>
int main() {
  std::thread other([] { std::cout << std::setw(5) << 1 << '\n'; });
  std::cout << 10 << '\n';
  other.join();
}
