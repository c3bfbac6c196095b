// Output to std::cout from several threads is no race; to change how it writes meanwhile is one.
#include <iostream>
#include <thread>
int main() {
  std::thread other([] { std::cout << std::hex; });
  std::cout << 10 << '\n';
  other.join();
}
