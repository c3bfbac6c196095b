#include <list>
#include <thread>
std::list<int> a = {1, 2, 3}, b = {4};
int main() {
  std::thread thread([] { b.splice(b.end(), a); });
  const bool empty = b.empty();
  const int last = b.back();
  thread.join();
  return empty || last == 0;
}
