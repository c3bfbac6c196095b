// The end of a variable is not the end of its neighbour in the same word.
#include <thread>
#include <stop_token>
#include <atomic>
int x;
std::atomic<int> mark;
int main(){
  std::stop_source s;
  std::thread t([&]{
    int local=0;
    {
      std::stop_callback cb(s.get_token(),
        [&]{local=1;});
      mark=1;
    }
    mark=2;
    x=local;
  });
  s.request_stop();
  t.join();
}
