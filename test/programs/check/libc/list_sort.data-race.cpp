#include <list>
#include <thread>
std::list<int> a = {3, 1, 2};
int main() {
  std::thread thread([] { a.reverse(); });
  const int first = *a.begin();
  thread.join();
  return first == 0;
}
