// Streams read what is printed, too.
#include <iostream>
#include <thread>
static char text[8] = "text";
int main() {
  std::thread other([] { text[0] = 'T'; });
  std::cout << text << std::endl;
  other.join();
}
