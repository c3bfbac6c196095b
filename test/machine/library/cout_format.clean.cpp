// The format is set before the other thread begins and changed after it has ended.
#include <iomanip>
#include <iostream>
#include <thread>
int main() {
  std::cout << std::setw(5) << std::setfill('.') << std::setprecision(3);
  std::thread other([] { std::cout << 1 << "a" << 2.5; });
  std::cout << 10 << "b" << '\n';
  other.join();
  std::cout << std::hex << std::setw(4) << 30 << '\n';
}
