// The destructor of main's thread-local object runs at exit, beside the thread.
#include <thread>
int last;
struct Local {
  int number = 7;
  ~Local() { last = number; }
};
thread_local Local local;
int main() {
  local.number = 1;
  std::thread([] { last = 3; }).detach();
  return 0;
}
