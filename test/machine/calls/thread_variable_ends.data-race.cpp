#include <thread>
int closed;
struct Own { int x = 0; ~Own() { closed++; } };
thread_local Own own;
int main() {
  std::thread a([] { own.x = 1; }), b([] { own.x = 1; });
  a.join();
  b.join();
}
