// An exception of an asynchronous call comes out of get.
#include <cassert>
#include <future>
int main() {
  auto a = std::async(std::launch::async, []() -> int { throw 7; });
  int caught = 0;
  try { a.get(); } catch (int n) { caught = n; }
  assert(caught == 7);
}
