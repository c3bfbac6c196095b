// An object of each thread is destroyed with it.
#include <cassert>
#include <atomic>
#include <string>
#include <thread>
static std::atomic<int> ended{0};
struct Own { std::string name = "own"; ~Own() { ++ended; } };
static thread_local Own own;
int main() {
  std::thread one([] { own.name += "1"; assert(own.name == "own1"); });
  one.join();
  assert(ended == 1);
}
