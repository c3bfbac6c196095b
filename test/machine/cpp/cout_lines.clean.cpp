// Two threads print to one stream.
#include <cassert>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <thread>
int main() {
  const auto tell = [](int who) { std::cout << "thread " << who << ": " << 0.5 * who << '\n'; };
  std::thread one(tell, 1), two(tell, 2);
  one.join();
  two.join();
  std::cerr << "done" << std::endl;
}
