// What an asynchronous call changes meanwhile.
#include <future>
int count;
int main() {
  std::future<void> a = std::async(std::launch::async, [] { count++; });
  count++;
  a.get();
}
