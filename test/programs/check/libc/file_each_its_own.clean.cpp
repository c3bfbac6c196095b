// Every thread has a file of its own.
#include <cassert>
#include <cstdio>
#include <fstream>
#include <string>
#include <thread>
static void work(const char* name, int number) {
  {
    std::ofstream out(name);
    out << number << '\n';
  }
  int found = 0;
  {
    std::ifstream in(name);
    in >> found;
  }
  std::remove(name);
  assert(found == number);
}
int main() {
  std::thread other(work, "one.tmp", 1);
  work("two.tmp", 2);
  other.join();
}
