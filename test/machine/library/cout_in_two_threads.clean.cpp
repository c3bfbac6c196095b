// Standard streams may be used by several threads.
#include <iostream>
#include <thread>
int main() {
  std::thread other([] { std::cout << 1 << " " << 2.5 << std::endl; });
  std::cout << "text" << '\n';
  std::cerr << 3u << std::endl;
  other.join();
}
