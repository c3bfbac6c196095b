// Nothing is left of a jthread after its scope.
#include <cassert>
#include <thread>
int count;
int main() {
  { std::jthread t([] { count++; }); }
  count++;
  assert(count == 2);
}
