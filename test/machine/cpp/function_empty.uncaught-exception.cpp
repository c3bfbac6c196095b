// A function that is empty is called.
#include <functional>
#include <thread>
static std::function<void()> action;
int main() {
  std::thread one([] { action(); });
  one.join();
}
